import Demo
import Vocabulary
import Foundation
import Model
import TestSite
import Testing

/// The pages that involve cards: the first page, Settings, and the flows that start there.
@Suite struct CardPagesTests {
  static let hands = "http://127.0.0.1:38475"
  func withHands(_ body: (TestSite, Visitor) async throws -> Void) async throws {
    try await withSite(change: { $0.hands = Self.hands }) { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await body(site, visitor)
    }
  }
  /// Adds a card to the account without going through a flow.
  func addCard(_ label: String, opens: Bool, isRehearsal: Bool = false, to site: TestSite) async throws {
    let account = try await site.account().id
    try await site.store.write { records in
      try records.insert(
        Way(
          id: KeyID(rawValue: "card-\(label.filter(\.isLetter))"), account: account, kind: .card, label: label,
          transports: [isRehearsal ? Way.rehearsal : Way.smartCard],
          sealed: opens ? SealedWay(recordID: "record of \(label)", record: "r", wrap: "w") : nil,
          createdAt: site.clock.now, proofs: [.signed: site.clock.now]
        ))
    }
  }

  @Test("a page may connect only to the hands named in the settings")
  func policy() async throws {
    try await withHands { site, visitor in
      for path in ["/", "/lab", "/settings/card"] {
        let answer = try await visitor.get(path, accept: "text/html")
        #expect(answer.text.contains("<html lang=\"en\" data-hands=\"\(Self.hands)\">"), "\(path)")
        let policy = try #require(answer.header("content-security-policy"))
        #expect(
          policy.contains("; connect-src 'self' \(Self.hands); ") && policy.matches(of: /http/).count == 1, "\(path)")
      }
    }
    try await withSite { (site) async throws in
      let answer = try await Visitor(site).get("/", accept: "text/html")
      #expect(
        answer.text.contains("<html lang=\"en\">")
          && answer.header("content-security-policy")?.contains("; connect-src 'self'; ") == true)
      #expect(!answer.text.contains("card-login"), "what cannot be reached is not offered")
    }
  }

  @Test("the lab's receipt counts ways to sign in, practice cards separately, omitting missing kinds")
  func counts()
    async throws
  {
    try await withHands { site, visitor in
      func page() async throws -> String { try await visitor.get("/lab/signed-in", accept: "text/html").text }
      let before = try await page()
      #expect(before.contains("<dt>Passkeys</dt><dd>1</dd>") && !before.contains("<dt>Cards</dt>"))
      try await addCard("gray card", opens: true, to: site)
      try await addCard("Rehearsal card", opens: true, isRehearsal: true, to: site)
      let account = try await site.account().id
      try await site.store.write { records in
        for credential in try records.credentials(of: account) { try records.delete(credential.id) }
      }
      let alone = try await page()
      #expect(alone.contains("<dt>Cards</dt><dd>1, 1 to practice with</dd>") && !alone.contains("<dt>Passkeys</dt>"))
    }
  }

  @Test("D-18 D-33: a signed-out visitor can sign in with a card, or start with one")
  func home() async throws {
    try await withSite(change: { $0.hands = Self.hands }) { (site) async throws in
      let visitor = Visitor(site), page = try await visitor.get("/", accept: "text/html").text
      for (flow, label, title) in [
        ("card-login", "Sign in with a card", "Sign in with a card"),
        ("card-onboarding", "Start with a card", "An account with a card"),
      ] {
        #expect(page.contains("action=\"/start/\(flow)\"") && page.contains(">\(label)</button>"))
        let run = try #require(try await visitor.submit("/start/\(flow)", ["from": "/"]).header("location"))
        _ = try await visitor.open(run)
        #expect(try await visitor.get(run, accept: "text/html").text.contains("<title>\(title) · "))
      }
    }
  }

  @Test("a listed card shows whether it opens, when it was proven, and whether it is for practice") func rows()
    async throws
  {
    try await withHands { site, visitor in
      try await addCard("", opens: false, to: site)
      try await addCard("gray card", opens: true, to: site)
      try await addCard("Rehearsal card", opens: true, isRehearsal: true, to: site)
      let rows = try await visitor.keyRows(in: .card), all = try await visitor.keyRows()
      #expect(rows.count == 3 && rows.allSatisfy { all.contains($0) }, "they are listed among the keys as well")
      func row(_ name: String) throws -> String {
        try #require(rows.first { $0.contains("<h2 class=\"key-name\">\(name)</h2>") })
      }
      let gray = try row("gray card"), plain = try row("Keycard"), played = try row("Rehearsal card")
      #expect(
        gray.contains("can open") && gray.contains("icons.svg#card") && gray.contains("smart card")
          && gray.contains("signed in today, not opened yet"))
      #expect(plain.contains("<span>signed in today<") && plain.contains("sign-in only"))
      #expect(!gray.contains("cannot sign in") && !gray.contains("practice"))
      #expect(
        played.contains(">practice<") && played.contains("played by this computer"))
      #expect(try await visitor.key("card-Rehearsalcard").contains("It never counts as a way back in."))
      let card = try await visitor.key("card-graycard")
      #expect(
        card.matches(of: /name="key" value="card-graycard"/).count == 3, "it is tried, renamed and revoked like a key")
      #expect(card.contains("/start/card-test\"") && card.contains(">Try it<span class=\"vh\"> gray card</span>"))
    }
  }

  @Test("D-30 D-35 D-36 D-38: every card task starts in Settings and leads back there") func acts()
    async throws
  {
    try await withHands { site, visitor in
      try await addCard("gray card", opens: true, to: site)
      let page = try await visitor.room(.card)
      let flows = [
        "card-migration", "card-backup", "card-status", "card-name", "card-signing", "card-pin", "card-puk",
        "card-pairing", "card-unblock",
        "card-reset",
      ]
      for flow in flows {
        #expect(
          page.contains(
            "<form method=\"post\" action=\"/start/\(flow)\"><input type=\"hidden\" name=\"from\" value=\"/settings/card\">"
          ),
          "\(flow)")
        let run = try #require(
          try await visitor.submit("/start/\(flow)", ["from": "/settings/card"]).header("location"))
        let opened = try await visitor.open(run)
        #expect(opened.status == 200, "\(flow)")
        #expect(try await visitor.get(run, accept: "text/html").text.contains("</svg> Settings</button>"), "\(flow)")
      }
    }
  }

  @Test("what can be done with a card is shown only to who has one", arguments: [true, false])
  func tools(hasCard: Bool) async throws {
    try await withHands { site, visitor in
      if hasCard { try await addCard("gray card", opens: true, to: site) }
      let page = try await visitor.room(.card)
      let flows = page.matches(of: /action="\/start\/([^"]+)"/).map { String($0.1) }
      #expect(flows.filter { $0 == "card-migration" }.count == 1)
      #expect(flows.contains("card-status") == hasCard && (flows.count > 1) == hasCard)
    }
  }

  @Test("where pages reach no card, only an account that has one has a room for it", arguments: [true, false])
  func room(hasCard: Bool) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      if hasCard { try await addCard("gray card", opens: true, to: site) }
      #expect(try await visitor.room(.keys).contains("href=\"/settings/card\"") == hasCard)
      #expect(try await !visitor.room(.card).contains("action=\"/start/card-status\""))
    }
  }

  @Test("D-39: adding a card while signed out leads to sign-in, and then to where cards are added") func signedOut()
    async throws
  {
    try await withSite(change: { $0.hands = Self.hands }) { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      _ = try await visitor.submit("/sign-out")
      let run = try await visitor.start("card-migration"), opened = try await visitor.open(run)
      let answer = try await visitor.press("signIn", on: run, at: opened.revision)
      #expect(answer.json["next"] as? String == "/")
      #expect(visitor.cookie?.contains("next=card") == true)
    }
  }

  @Test("well-formed card reports from the hands are read; others are rejected without a trace") func news()
    async throws
  {
    try await withHands { site, visitor in
      let run = try await visitor.start("card-status"), opened = try await visitor.open(run)
      let work = try #require((opened.json["start"] as? [[String: Any]])?.first),
        ticket = try #require(work["ticket"] as? Int)
      #expect(work["effect"] as? String == "card" && (work["card"] as? [String: Any])?["type"] as? String == "look")
      for card in [["type": "nonsense"], ["type": "tries", "tries": ["pin": "three"]], ["type": "correct"], [:]]
        as [[String: Any]]
      {
        let refused = try await visitor.report(["ticket": ticket, "reply": "card", "card": card], on: run)
        #expect([400, 409].contains(refused.status), "\(card)")
      }
      let answer = try await visitor.report(
        ["ticket": ticket, "reply": "card", "card": ["type": "absent", "absence": "noReader"]], on: run)
      #expect(answer.status == 200 && answer.screenText.contains("There is no card reader."))
    }
  }
}
