import Demo
import Foundation
import Model
import TestSite
import Testing

@Suite struct NudgeTests {
  static let copy = "You're getting traction. Lock things down — add a hardware key when you get a chance."

  func isNudged(_ visitor: Visitor) async throws -> Bool {
    let page = try await visitor.get("/account", accept: "text/html").text.replacing("&#39;", with: "'")
    #expect(page.contains("You're in, mirela."))
    #expect(page.contains(Self.copy) == page.contains("<article class=\"card is-entry\""))
    #expect(page.contains(Self.copy) == page.contains("value=\"/account?nudge\""), "it leads back to the chat (G-38)")
    #expect(page.matches(of: />Add a hardware key<\/button>/).count == 1)
    return page.contains("<p class=\"say\">\(Self.copy)</p>")
  }
  func signedIn(_ site: TestSite, _ key: DemoAuthenticator) async throws -> Visitor {
    site.clock.advance(60)
    let visitor = Visitor(site)
    #expect(try await visitor.signIn(with: key).status == 200)
    return visitor
  }

  @Test("A-05 A-06: the first return after sign-up shows the nudge, in its words, once per account") func once()
    async throws
  {
    try await withSite { (site) async throws in
      let registered = Visitor(site), key = DemoAuthenticator()
      try await registered.register(with: key)
      for _ in 1...2 { #expect(try await !isNudged(registered), "sign-up is no return") }
      let back = try await signedIn(site, key)
      #expect(try await !isNudged(registered), "the session of the sign-up is none that somebody came back for")
      let changes = try await site.changes { () async throws in #expect(try await isNudged(back)) }
      #expect(changes == ["care"])
      let again = try await signedIn(site, key)
      for visitor in [back, again, registered] { #expect(try await !isNudged(visitor)) }
    }
  }

  @Test("A-05: of several pages that load simultaneously, only one shows the nudge") func together() async throws {
    try await withSite { (site) async throws in
      let key = DemoAuthenticator()
      try await Visitor(site).register(with: key)
      let back = try await signedIn(site, key)
      async let one = isNudged(back), two = isNudged(back), three = isNudged(back)
      #expect(try await [one, two, three].count { $0 } == 1)
    }
  }

  @Test("A-05: a person with a hardware key is not nudged, and nothing is recorded") func enrolled() async throws {
    try await withSite { (site) async throws in
      let key = DemoAuthenticator()
      try await Visitor(site).register(with: key)
      try await site.addKey("yellow YubiKey", .primary)
      let back = try await signedIn(site, key)
      let changes = try await site.changes { () async throws in #expect(try await !isNudged(back)) }
      #expect(changes.isEmpty)
    }
  }

  @Test("A-05: a return is told from the sign-up also when the log no longer has the sign-up") func trimmed()
    async throws
  {
    try await withSite { (site) async throws in
      let registered = Visitor(site), key = DemoAuthenticator()
      try await registered.register(with: key)
      try await site.store.untilChained()
      try await site.store.write { records in
        try records.trimAudit(to: AuditBeginning(head: try records.auditHead(), until: .max, note: ""))
      }
      #expect(try await !isNudged(registered))
      #expect(try await isNudged(signedIn(site, key)))
    }
  }
}
