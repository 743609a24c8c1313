import Demo
import Flows
import Model
import TestSite
import Testing

/// Tests where enrollment begins and where this site ends.
@Suite struct ScopeTests {
  @Test("A-106: a flow's address without its session leads to Settings; viewing starts no enrollment")
  func noDeepLink() async throws {
    try await withSite { (site) async throws in
      let owner = Visitor(site), elsewhere = Visitor(site), key = DemoAuthenticator()
      try await owner.register(with: key)
      let run = try #require(try await owner.submit("/start/enrollment", ["from": "/settings/keys"]).header("location"))
      _ = try await owner.open(run)
      #expect(try await owner.get(run, accept: "text/html").status == 200)
      #expect(try await elsewhere.signIn(with: key).status == 200)
      for path in [run, "/flow/enrollment", "/flow/AAAAAAAAAAAAAAAAAAAAAA"] {
        let page = try await elsewhere.get(path, accept: "text/html")
        #expect(page.status == 303 && page.header("location") == "/settings/keys", "\(path)")
      }
      let changes = try await site.changes { () async throws in
        for path in [
          "/start/enrollment", "/start/enrollment?from=/settings/keys", "/enrollment", "/settings/enrollment",
        ] {
          let page = try await owner.get(path, accept: "text/html")
          #expect([404, 405].contains(page.status) && !page.text.contains("1 of 4"), "\(path)")
        }
        let nobody = try await Visitor(site).submit("/start/enrollment", ["from": "/settings/keys"])
        #expect(
          nobody.status == 303 && nobody.header("location") == "/",
          "without an account there is nothing to add a key to")
      }
      #expect(changes.isEmpty)
      site.clock.advance(31 * 60)
      #expect(
        try await owner.get(run, accept: "text/html").header("location") == "/settings/keys",
        "what was left too long is over")
    }
  }

  @Test("A-105: keys are bought through a plain external link; no other link leaves this site") func vendor()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), nobody = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      var pages: [String: String] = [:]
      for path in ["/", "/lab"] { pages[path] = try await nobody.get(path, accept: "text/html").text }
      for path in ["/account"] + SettingsRoom.allCases.map(\.path) {
        pages[path] = try await visitor.get(path, accept: "text/html").text
      }
      for flow in ["enrollment", "journal", "revocation", "lost-key", "recovery"] {
        let run = try #require(
          try await visitor.submit("/start/\(flow)", ["from": "/settings/keys"]).header("location"))
        _ = try await visitor.open(run)
        pages[flow] = try await visitor.get(run, accept: "text/html").text
      }
      for (name, page) in pages {
        let out = page.matches(of: /<(\w+)[^>]*(?:href|src|action)="((?:https?:)?\/\/[^"]*)"/).map { "\($0.1) \($0.2)" }
        #expect(out == (name == "/settings/keys" ? ["a https://www.yubico.com/"] : []), "\(name)")
        // Random text, such as the address of a run, may spell anything.
        let said = page.replacing(/[A-Za-z0-9_-]{22,}/, with: "")
        #expect(said.firstMatch(of: /(?i)price|buy|checkout|[€$£] ?\d/) == nil, "\(name)")
      }
    }
  }
}
