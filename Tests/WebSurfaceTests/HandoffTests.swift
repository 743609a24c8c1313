import AccountService
import Demo
import Foundation
import Runner
import TestSite
import Testing

@Suite struct HandoffTests {
  static let over = "This code was used already or is older than five minutes. Make a new one on the other device."

  /// A site where "mirela" is signed in on one device, and the key with which she signs in on others.
  func withAccount(_ body: (TestSite, Visitor, DemoAuthenticator) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      try await body(site, visitor, key)
    }
  }
  /// The path of the address shown on a new page "Use another device".
  func path(_ visitor: Visitor, _ site: TestSite) async throws -> String {
    let page = try await visitor.submit("/handoff", accept: "text/html")
    #expect(page.status == 200 && page.header("cache-control") == "no-store")
    #expect(
      page.text.contains("<h1 class=\"page-title\">Use another device</h1>")
        && page.text.contains("It works once, and for five minutes."))
    #expect(
      page.text.contains("<svg class=\"qr\"") && page.text.contains("role=\"img\" aria-label=")
        && !page.text.contains("style="))
    let address = try #require(page.text.firstMatch(of: /<code>([^<]+)<\/code>/)?.1)
    #expect(address.hasPrefix(site.origin + "/h/"))
    let path = String(address.dropFirst(site.origin.count))
    #expect(path.count == "/h/".count + 43, "32 random bytes")
    return path
  }
  func follow(_ path: String, by visitor: Visitor) async throws -> HTTPAnswer {
    try await visitor.get(path, accept: "text/html")
  }

  @Test("M-09 G-41: the address leads once through sign-in to Settings, but signs nobody in") func once() async throws {
    try await withAccount { site, visitor, key in
      let path = try await path(visitor, site), phone = Visitor(site)
      let answer = try await follow(path, by: phone)
      #expect(answer.status == 303 && answer.header("location") == "/")
      let cookie = try #require(answer.header("set-cookie"))
      #expect(
        cookie.hasPrefix("latchstring-next=keys;") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
      #expect(cookie.contains("Max-Age=600"))
      #expect(
        try await phone.get("/account", accept: "text/html").header("location") == "/"
          && phone.cookie == "latchstring-next=keys")
      #expect(try await phone.get("/settings/keys", accept: "text/html").header("location") == "/")
      #expect(try await phone.signIn(with: key).status == 200)
      let led = try await phone.get("/account", accept: "text/html")
      #expect(
        led.status == 303 && led.header("location") == "/settings/keys"
          && led.header("set-cookie")?.contains("Max-Age=0") == true)
      #expect(try await phone.get("/settings/keys", accept: "text/html").status == 200)
      #expect(try await phone.isSignedIn(), "the next visit is an ordinary one")
      for other in [Visitor(site), phone, visitor] {
        let again = try await follow(path, by: other)
        #expect(again.status == 410 && again.text.contains(Self.over) && again.header("set-cookie") == nil)
      }
    }
  }

  @Test("M-09: a person already signed in on the other device gets to Settings at once") func signedIn() async throws {
    try await withAccount { site, visitor, key in
      let phone = Visitor(site)
      #expect(try await phone.signIn(with: key).status == 200)
      let answer = try await follow(try await path(visitor, site), by: phone)
      #expect(
        answer.status == 303 && answer.header("location") == "/settings/keys" && answer.header("set-cookie") == nil)
    }
  }

  @Test("M-09: the address is valid for five minutes, and the sweep removes it") func fiveMinutes() async throws {
    try await withAccount { site, visitor, _ in
      let early = try await path(visitor, site), late = try await path(visitor, site),
        swept = try await path(visitor, site)
      site.clock.advance(4 * 60 + 50)
      #expect(try await follow(early, by: Visitor(site)).status == 303)
      site.clock.advance(11)
      let changes = try await site.changes { () async throws in
        let answer = try await follow(late, by: Visitor(site))
        #expect(answer.status == 410 && answer.text.contains(Self.over))
      }
      #expect(changes == ["handoff spent"])
      try await site.runner.sweep()
      #expect(try await site.changes { () async throws in _ = try await follow(swept, by: Visitor(site)) } == [])
    }
  }

  @Test("M-09: each device requests its own code while signed in; two codes are two addresses") func asking()
    async throws
  {
    try await withAccount { site, visitor, _ in
      let answer = try await Visitor(site).submit("/handoff", accept: "text/html")
      #expect(answer.status == 303 && answer.header("location") == "/")
      #expect(try await path(visitor, site) != path(visitor, site))
      let changes = try await site.changes { () async throws in _ = try await path(visitor, site) }
      #expect(changes == ["handoff"])
      let page = try await visitor.get("/settings/keys", accept: "text/html").text
      #expect(
        page.contains(
          "<form method=\"post\" action=\"/handoff\"><button class=\"link-button\">Use another device</button></form>"))
    }
  }

  @Test("M-09: on one's own computer there is no code, and Settings says why") func atHome() async throws {
    try await withSite(change: { $0.isHome = true }) { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      let page = try await visitor.get("/settings/keys", accept: "text/html").text
      #expect(
        page.contains("<html lang=\"en\" data-home>"), "its scripts know as well that there is nobody else to tell")
      #expect(!page.contains("Use another device") && page.contains("Another device can't reach this page"))
      let changes = try await site.changes { () async throws in
        let answer = try await visitor.submit("/handoff", accept: "text/html")
        #expect(
          answer.status == 200 && answer.text.contains("No other device reaches this page")
            && !answer.text.contains("class=\"qr\""))
      }
      #expect(changes == [], "nothing is issued")
    }
  }

  @Test(
    "G-41: where a sign-in leads on to is one of a list, whatever the cookie says",
    arguments: ["", "/lab", "https://evil.example", "account", "Keys", "safety"])
  func closedList(value: String) async throws {
    try await withAccount { _, visitor, _ in
      let cookie = try #require(visitor.cookie)
      visitor.cookie = cookie + "; latchstring-next=" + value
      #expect(try await visitor.get("/account", accept: "text/html").status == 200)
      visitor.cookie = cookie + "; latchstring-next=keys"
      #expect(try await visitor.get("/account", accept: "text/html").header("location") == "/settings/keys")
    }
  }

  @Test("G-41: off loopback, the marker is sent only over TLS, and no other host can set it")
  func secure() async throws {
    try await withSite(change: { settings in
      settings.origin = "https://id.example"
      settings.hosts = ["id.example"]
    }) { (site) async throws in
      let token = try await Handoffs(runner: site.runner).issue()
      var phone = Visitor(site)
      phone.host = "id.example"
      let cookie = try #require(try await follow("/h/\(token)", by: phone).header("set-cookie"))
      #expect(
        cookie.hasPrefix("__Host-latchstring-next=keys;") && cookie.contains("Secure") && cookie.contains("Path=/"))
    }
  }

  @Test("M-09: an address never issued, or for a different host, leads nowhere and spends nothing") func foreign()
    async throws
  {
    try await withAccount { site, visitor, _ in
      let path = try await path(visitor, site)
      var stranger = Visitor(site)
      stranger.host = "evil.example"
      let changes = try await site.changes { () async throws in
        #expect(try await follow(path, by: stranger).status == 421)
        for token in ["x", String(repeating: "A", count: 43), String(path.dropFirst("/h/".count).dropLast())] {
          #expect(try await follow("/h/\(token)", by: Visitor(site)).status == 410)
        }
        var form = visitor
        form.origin = "https://evil.example"
        #expect(try await form.submit("/handoff", accept: "text/html").status == 403)
      }
      #expect(changes == [])
      #expect(try await follow(path, by: Visitor(site)).status == 303)
    }
  }

  @Test("M-09: the log never contains an address, neither before nor after its use") func log() async throws {
    try await withAccount { site, visitor, _ in
      let path = try await path(visitor, site)
      for _ in 1...2 { _ = try await follow(path, by: Visitor(site)) }
      let token = path.dropFirst("/h/".count), lines = site.log.lines
      #expect(
        lines.contains { $0.contains("path: /h/{token}") || $0.contains("\"path\": /h/") || $0.contains("/h/:token") },
        "\(lines.suffix(3))")
      #expect(lines.allSatisfy { !$0.contains(token) })
    }
  }

  @Test("A-96 M-08: pages for enrolling keys also offer enrollment on another device") func elsewhere()
    async throws
  {
    try await withAccount { site, visitor, _ in
      let panel = /<h2>Enroll on phone<\/h2>\n<p class="note">[^<]+<\/p>\n<form method="post" action="\/handoff">/
      func panels(_ path: String) async throws -> Int {
        try await visitor.get(path, accept: "text/html").text.matches(of: panel).count
      }
      #expect(try await panels("/settings/keys") == 1)
      #expect(try await panels(try await visitor.start("enrollment")) == 1)
      #expect(try await panels(try await visitor.start("journal")) == 0)
      #expect(try await panels("/account") == 0)
      try await site.addKey("yellow YubiKey", .primary)
      #expect(try await panels("/settings/keys") == 1)
    }
  }
}
