import Demo
import Foundation
import Model
import TestSite
import Testing
import WebSurface

/// Account recovery in Settings and on the first page, and the practice providers' outbox.
@Suite struct RecoverySettingsTests {
  private func withAccount(
    outbox: PracticeOutbox? = nil, _ body: (TestSite, Visitor) async throws -> Void
  ) async throws {
    try await withSite(change: {
      $0.hands = "http://127.0.0.1:1"
      $0.outbox = outbox
    }) { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await body(site, visitor)
    }
  }
  private func isOff(_ page: String) throws -> Bool {
    try #require(button(page, "escrow-setup")).contains(" disabled")
  }
  private func recovery(_ visitor: Visitor) async throws -> String {
    try await visitor.room(.recovery)
  }
  private func button(_ page: String, _ flow: String) -> Substring? {
    page.range(of: "action=\"/start/\(flow)\"").map { start in
      let rest = page[start.upperBound...]
      return rest[..<(rest.range(of: "</form>")?.lowerBound ?? rest.endIndex)]
    }
  }
  private func addEscrow(to site: TestSite, isPractice: Bool) async throws {
    let account = try await site.account().id, now = site.clock.now
    try await site.store.write { records in
      try records.insert(
        Way(
          id: KeyID(rawValue: "escrow"), account: account, kind: .escrow, transports: isPractice ? [Way.rehearsal] : [],
          sealed: SealedWay(recordID: "escrow", record: "r", wrap: "w", find: [1]), createdAt: now,
          proofs: [.joined: now]))
    }
  }

  @Test("C-04 C-05 C-06 G-34: set-up has a section, which is disabled until something can open")
  func setUp() async throws {
    try await withAccount { site, visitor in
      let first = try await recovery(visitor), isFirstOff = try isOff(first)
      #expect(first.contains(">Account recovery</h2>") && isFirstOff)
      #expect(first.contains("First add a hardware key, or save a recovery code"))
      try await site.addKey("yellow YubiKey", .primary)
      let untried = try await recovery(visitor), isUnprovedOff = try isOff(untried)
      #expect(isUnprovedOff, "it was never proved")
      #expect(untried.contains("First try a key or card that opens your journal, or save a recovery code."))
      #expect(!untried.contains("First add a hardware key"))
      try await site.addKey("blue Solo", .backup, opens: false, provedAt: site.clock.now)
      let isSignInOff = try isOff(await recovery(visitor))
      #expect(isSignInOff, "it signs in only")
      try await site.addKey("green key", .backup, provedAt: site.clock.now)
      let page = try await recovery(visitor), isStillOff = try isOff(page)
      #expect(!isStillOff)
      let headings = page.matches(of: /<h2[^>]*>([^<]*)<\/h2>/).map { String($0.1) }
      #expect(headings == ["Recovery code", "Account recovery"])
      let run = try #require(
        try await visitor.submit("/start/escrow-setup", ["from": "/settings/recovery"]).header("location"))
      #expect(try await visitor.get(run, accept: "text/html").text.contains("Account recovery"))
    }
  }

  @Test("C-05 C-07 G-34: a saved code is enough for the set-up, before anybody has typed its words")
  func setUpWithCode() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: true)
      let isStillOff = try isOff(try await recovery(visitor))
      #expect(!isStillOff)
    }
  }

  @Test("G-34: a set-up with practice providers says that it never counts") func practice() async throws {
    try await withAccount { site, visitor in
      try await addEscrow(to: site, isPractice: true)
      #expect(try await recovery(visitor).contains("It never counts as a way back in."))
    }
    try await withAccount { site, visitor in
      try await addEscrow(to: site, isPractice: false)
      let page = try await recovery(visitor)
      #expect(
        !page.contains("It never counts") && page.contains("Set it up anew") && button(page, "escrow-status") != nil)
      #expect(button(page, "escrow-test")?.contains("Try it") == true)
    }
  }

  @Test("C-52 G-33: getting back in starts in Settings or, when signed out, behind “Can't get in?”") func recover()
    async throws
  {
    try await withAccount { site, visitor in
      #expect(button(try await recovery(visitor), "escrow-recovery") != nil)
      let stranger = Visitor(site)
      #expect(try await stranger.get("/", accept: "text/html").text.contains("href=\"/trouble\""))
      let page = try await stranger.get("/trouble", accept: "text/html").text
      #expect(button(page, "escrow-recovery") != nil)
      let run = try #require(
        try await stranger.submit("/start/escrow-recovery", ["from": "/trouble"]).header("location"))
      #expect(try await stranger.get(run, accept: "text/html").text.contains("Account recovery"))
    }
  }

  @Test("the outbox is shown only to a person who is signed in or recovering") func outbox() async throws {
    let message = PracticeOutbox.Message(
      provider: "Practice One", channel: "E-mail", recipient: "mirela@example.org", text: "A-1234\n",
      at: Date(timeIntervalSince1970: 1_800_000_000))
    try await withAccount(outbox: PracticeOutbox { [message] }) { site, visitor in
      #expect(try await visitor.get("/outbox", accept: "text/html").text.contains("A-1234"))
      let stranger = Visitor(site)
      #expect(try await stranger.get("/outbox", accept: "text/html").header("location") == "/")
      _ = try await stranger.submit("/start/recovery", ["from": "/"])
      #expect(
        try await stranger.get("/outbox", accept: "text/html").header("location") == "/",
        "another conversation is none of its business")
      _ = try await stranger.submit("/start/escrow-recovery", ["from": "/"])
      #expect(try await stranger.get("/outbox", accept: "text/html").text.contains("A-1234"))
    }
    try await withAccount { _, visitor in
      let answer = try await visitor.get("/outbox", accept: "text/html")
      #expect(answer.status == 404)
    }
  }
}
