import Demo
import Foundation
import TestSite
import Testing

@Suite struct CookieTests {
  @Test("the cookie is HttpOnly, SameSite=Lax and host-only, and is replaced at sign-in") func loopback()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      let answer = try await visitor.submit("/start/registration")
      let cookie = try #require(answer.header("set-cookie"))
      #expect(
        cookie.hasPrefix("latchstring=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax")
          && cookie.contains("Path=/"))
      #expect(!cookie.contains("Domain"), "host-only")
      let before = try #require(visitor.cookie)
      #expect(before.count >= "latchstring=".count + 43, "32 random bytes")
      try await visitor.register(with: key)
      let after = try #require(visitor.cookie)
      #expect(after != before)
      let thief = Visitor(site)
      thief.cookie = before
      #expect(try await !thief.isSignedIn())
      #expect(try await visitor.isSignedIn())
      let out = try await visitor.submit("/sign-out")
      #expect(
        out.status == 303 && out.header("location") == "/?signed-out"
          && out.header("set-cookie")?.contains("Max-Age=0") == true)
      thief.cookie = after
      #expect(try await !thief.isSignedIn(), "the session is over on the server as well")
    }
  }

  @Test("B-30: signing out leads to the lab if the sign-in began there, otherwise to the first page") func leadsBack()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), home = "/?signed-out"
      for (from, back) in [("/lab", "/lab"), ("/", home), ("/lab", "/lab"), ("/trouble", home), ("/lab", "/lab")] {
        _ = try await visitor.submit("/start/passkey-only", ["from": from])
        #expect(try await visitor.submit("/sign-out").header("location") == back, "\(from)")
      }
    }
  }

  @Test("off loopback, the cookie is sent only over TLS, under a name that no other host can set")
  func secure() async throws {
    try await withSite(change: { settings in
      settings.origin = "https://id.example"
      settings.origins = ["https://id.example"]
      settings.hosts = ["id.example"]
    }) { (site) async throws in
      var visitor = Visitor(site)
      visitor.host = "id.example"
      visitor.origin = "https://id.example"
      let answer = try await visitor.submit("/start/registration")
      let cookie = try #require(answer.header("set-cookie"))
      #expect(
        cookie.hasPrefix("__Host-latchstring=") && cookie.contains("Secure") && cookie.contains("HttpOnly")
          && cookie.contains("SameSite=Lax"))
      #expect(answer.header("strict-transport-security") != nil)
    }
  }

  @Test(
    "a cookie that no server gave out opens nothing and breaks nothing",
    arguments: ["", "x", "AAAA", String(repeating: "A", count: 43), "\"; DROP"])
  func madeUp(value: String) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      visitor.cookie = "latchstring=\(value)"
      #expect(try await visitor.get("/account", accept: "text/html").status == 303)
      #expect(try await visitor.get("/lab", accept: "text/html").status == 200)
    }
  }
}
