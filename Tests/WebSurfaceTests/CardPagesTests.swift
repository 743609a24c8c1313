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
          createdAt: site.clock.now, provedAt: site.clock.now
        ))
    }
  }

  @Test("a page may connect only to the hands named in the settings")
  func policy() async throws {
    try await withHands { site, visitor in
      for path in ["/", "/lab", "/safety"] {
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

  @Test("the account page counts ways to sign in, practice cards separately, omitting missing kinds")
  func counts()
    async throws
  {
    try await withHands { site, visitor in
      func page() async throws -> String { try await visitor.get("/account", accept: "text/html").text }
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
      let page = try await visitor.get("/safety", accept: "text/html").text
      let rows = page.split(separator: "<li class=\"key-row\">").dropFirst().map { String($0.prefix { $0 != "\u{0}" }) }
      func row(_ name: String) throws -> String {
        try #require(rows.first { $0.contains("<h3 class=\"key-name\">\(name)</h3>") })
      }
      let gray = try row("gray card"), plain = try row("Keycard"), played = try row("Rehearsal card")
      #expect(
        gray.contains("can open") && gray.contains("icons.svg#card") && gray.contains("smart card")
          && gray.contains("last proved today"))
      #expect(plain.contains("sign-in only") && !gray.contains("cannot sign in") && !gray.contains("practice"))
      #expect(
        played.contains(">practice<") && played.contains("It never counts as a way back in.")
          && played.contains("played by this computer"))
      #expect(gray.contains("name=\"key\" value=\"card-graycard\""), "it is renamed and revoked like a key")
    }
  }

  @Test("D-30 D-35 D-36 D-38: every card task starts in Settings and leads back there") func acts()
    async throws
  {
    try await withHands { site, visitor in
      let page = try await visitor.get("/safety", accept: "text/html").text
      let flows = [
        "card-migration", "card-backup", "card-status", "card-name", "card-signing", "card-pin", "card-puk",
        "card-pairing", "card-unblock",
        "card-reset",
      ]
      for flow in flows {
        #expect(
          page.contains(
            "<form method=\"post\" action=\"/start/\(flow)\"><input type=\"hidden\" name=\"from\" value=\"/safety\">"),
          "\(flow)")
        let run = try #require(try await visitor.submit("/start/\(flow)", ["from": "/safety"]).header("location"))
        let opened = try await visitor.open(run)
        #expect(opened.status == 200, "\(flow)")
        #expect(try await visitor.get(run, accept: "text/html").text.contains("</svg> Settings</button>"), "\(flow)")
      }
    }
  }

  @Test(
    "without a card an account is offered to add one, the rest folded; with one all stands open",
    arguments: [true, false])
  func folded(hasCard: Bool) async throws {
    try await withHands { site, visitor in
      if hasCard { try await addCard("gray card", opens: true, to: site) }
      let page = try await visitor.get("/safety", accept: "text/html").text
      let parts = page.components(separatedBy: "<details class=\"card-tools\">")
      #expect(parts.count == (hasCard ? 1 : 2))
      #expect(
        parts[0].contains("action=\"/start/card-migration\"") && page.matches(of: /start\/card-migration/).count == 1)
      #expect(
        parts[0].contains("action=\"/start/card-status\"") == hasCard && page.contains("action=\"/start/card-status\""))
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
      #expect(visitor.cookie?.contains("next=safety") == true)
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
