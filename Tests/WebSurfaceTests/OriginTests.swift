import TestSite
import Testing

@Suite struct OriginTests {
  static let posts = [
    "/start/registration", "/start/passkey-only", "/sign-out", "/flow/AAAA", "/flow/AAAA/open", "/flow/AAAA/back",
    "/flow/AAAA/news",
    "/api/registration/options", "/api/registration/verify", "/api/authentication/options",
    "/api/authentication/verify",
  ]

  @Test("a POST request without an origin, or with a foreign one, is rejected and writes nothing", arguments: posts)
  func foreign(path: String) async throws {
    try await withSite { (site) async throws in
      var visitor = Visitor(site)
      let foreign = [
        nil, "null", "https://evil.example", "http://localhost:\(site.port)", site.origin + ".evil.example",
        "http://latchstring.localhost",
      ]
      let changes = try await site.changes { () async throws in
        for origin in foreign {
          visitor.origin = origin
          let answer = try await visitor.post(path, "{\"username\":\"mirela\"}")
          #expect(answer.status == 403, "\(origin ?? "none"): \(answer.text)")
          #expect(answer.error == "This came from another site's page. Open the site itself and try again.")
          #expect(answer.header("set-cookie") == nil)
        }
      }
      #expect(changes.isEmpty)
    }
  }

  @Test("a forged form cannot act in an open run, even with the session's cookie") func forged() async throws {
    try await withSite { (site) async throws in
      var visitor = Visitor(site)
      let run = try await visitor.start("passkey-only"), revision = try await visitor.open(run).revision
      visitor.origin = "https://evil.example"
      let changes = try await site.changes { () async throws in
        #expect(try await visitor.press("signIn", on: run, at: revision).status == 403)
        #expect(try await visitor.submit("/sign-out").status == 403)
      }
      #expect(changes.isEmpty)
    }
  }
}
