import Demo
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing

@Suite struct SafetyTests {
  static let card = "Add a hardware key — recommended"

  /// A site where "mirela" has just registered, and the visitor signed in as her.
  func withAccount(_ body: (TestSite, Visitor) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await body(site, visitor)
    }
  }
  func safety(_ visitor: Visitor) async throws -> String { try await visitor.get("/safety", accept: "text/html").text }

  @Test("a signed-out visitor is sent to the first page") func signedOut() async throws {
    try await withSite { (site) async throws in
      let answer = try await Visitor(site).get("/safety", accept: "text/html")
      #expect(answer.status == 303 && answer.header("location") == "/" && !answer.text.contains("Safety"))
    }
  }

  @Test("A-31 A-32 A-109 A-110: without a hardware key, the page has a card and a vendor link") func entryCard()
    async throws
  {
    try await withAccount { site, visitor in
      let page = try await safety(visitor)
      #expect(page.contains("<title>Safety · Latchstring</title>") && page.contains("href=\"/account\""))
      #expect(page.contains("<h2>\(Self.card)</h2>"))
      #expect(
        page.contains(
          """
          <p class="who">Cocotte</p>\n<p class="say">Lock things down. Add a hardware key when you get a chance.</p>
          """
        ))
      #expect(page.contains("<a class=\"link-button\" href=\"https://www.yubico.com/\" rel=\"noreferrer\">Get one</a>"))
      #expect(page.matches(of: /action="\/start\/enrollment"/).count == 1)
      #expect(page.contains("Passkey from sign-up") && page.contains("sign-in only") && !page.contains("can open"))
      #expect(page.contains("You get one when you add your first hardware key.") && !page.contains("recovery-code\""))
      #expect(!page.contains("One hardware key only"))
      try await site.addKey("yellow YubiKey", .primary)
      let enrolled = try await safety(visitor)
      #expect(!enrolled.contains(Self.card) && !enrolled.contains("Lock things down"))
      #expect(enrolled.matches(of: /action="\/start\/enrollment"/).count == 1, "in the section's head")
    }
  }

  @Test("G-01: the notice that there is only one key remains until there is a second") func oneKey() async throws {
    try await withAccount { site, visitor in
      let note = "One hardware key only (not recommended). A second one keeps you in if it is lost or breaks."
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: true)
      for _ in 1...2 { #expect(try await safety(visitor).contains(note)) }
      try await site.addKey("blue Solo", .backup)
      #expect(try await !safety(visitor).contains("One hardware key only"))
    }
  }

  @Test("G-19: each key shows whether it opens and what it claims, and its forms name it") func keys()
    async throws
  {
    try await withAccount { site, visitor in
      try await site.addKey(
        "blue Solo", .backup, opens: false, transports: ["usb", "ble", "telepathy"], isBackupEligible: nil,
        provedAt: Date(timeIntervalSince1970: 1_700_000_000))
      try await site.addKey("yellow YubiKey", .primary, attestation: "packed", provedAt: site.clock.now)
      try await site.addKey("phone", transports: ["hybrid", "internal"], isBackupEligible: true, isBackedUp: true)
      let rows = try await safety(visitor).split(separator: "<li class=\"key-row\">").dropFirst().map(String.init)
      #expect(
        rows.count == 4 && rows[0].contains("yellow YubiKey") && rows[1].contains("blue Solo"),
        "the primary key, then the backup")
      let told = [
        "yellow YubiKey": [
          ">primary<", ">can open<", "USB, NFC", "<span>says it stays on one device</span>", "last proved today",
          """
          Technical details<span class="vh"> of yellow YubiKey</span></summary><p>Says it stays on one device, sent \
          an attestation (packed).</p>
          """,
        ],
        "blue Solo": [
          ">backup<", ">sign-in only<", "USB, Bluetooth<", "<p>Does not say whether it is synced, not attested.</p>",
          "last proved 14 Nov 2023",
        ],
        "phone": [
          ">can open<", "another device, this device", "<span>says it is synced</span>",
          "<p>Says synced, not attested.</p>", "last used today",
          "not proved yet",
        ],
        "Passkey from sign-up": [">sign-in only<", "not proved yet"],
      ]
      for (name, words) in told {
        let row = try #require(rows.first { $0.contains("<h3 class=\"key-name\">\(name)</h3>") })
        for word in words { #expect(row.contains(word), "\(name): \(word)") }
        #expect(row.contains("can open") != row.contains("sign-in only"), "\(name)")
        #expect(
          row.contains("Rename<span class=\"vh\"> \(name)</span>")
            && row.contains("Revoke<span class=\"vh\"> \(name)</span>"))
      }
      #expect(rows[1].matches(of: /name="key" value="key-blueSolo"/).count == 3)
    }
  }

  @Test("G-20: a key that needs re-wrap explains this and what to do; each key can be tested")
  func needsRewrap() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary, needsRewrapSince: site.clock.now)
      try await site.addKey("blue Solo", .backup)
      let rows = try await safety(visitor).split(separator: "<li class=\"key-row\">").dropFirst().map(String.init)
      let marked = try #require(rows.first), well = rows[1]
      #expect(
        marked.contains("<span class=\"badge is-warn\">needs re-wrap</span>") && !marked.contains("can open<")
          && !marked.contains("sign-in only"))
      #expect(
        marked.contains("Found today: it signs you in, and can't open your Master Key any more.")
          && marked.contains("Re-wrap it with another key that opens."))
      #expect(
        marked.contains("action=\"/start/key-test\"")
          && marked.contains(">Re-wrap<span class=\"vh\"> yellow YubiKey</span>"))
      #expect(
        well.contains(">can open<") && !well.contains("re-wrap")
          && well.contains(">Test<span class=\"vh\"> blue Solo</span>"))
      #expect(try await visitor.submit("/start/key-test", ["from": "/safety"]).status == 400, "it is about one key")
    }
  }

  @Test("a key that a run may still roll back is not shown, and does not count as enrolled")
  func unfinished() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary, run: "an open run")
      let page = try await safety(visitor)
      #expect(
        page.contains(Self.card) && !page.contains("yellow YubiKey") && page.matches(of: /class="key-row"/).count == 1)
    }
  }

  @Test("C-53: Settings show an unfinished set-up with a way to continue, until it is restarted")
  func begunSetUp() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary, provedAt: site.clock.now)
      try await site.addMasterKey(withCode: true)
      func begin(_ news: EscrowReply) async throws -> PlayedRecovery {
        var setUp = try await PlayedRecovery(visitor, "escrow-setup")
        try await setUp.press("Set it up")
        try await setUp.report(news)
        return setUp
      }
      #expect(try await !safety(visitor).contains("is not finished"))
      let checkpoint = EscrowReply.resumed(.backup(country: "ch", methods: [], providers: [], plan: nil))
      var left = try await begin(checkpoint)
      try await left.press("Cancel")
      let page = try await safety(visitor)
      #expect(
        page.contains(
          "A set-up that you began today is not finished. "
            + "What you did and paid so far waits on the computer where you began it, or where you took it."))
      #expect(page.matches(of: /action="\/start\/escrow-setup".*?>Go on with the set-up<\/button>/).count == 1)
      let first = try await site.account().care.escrowBegunAt
      site.clock.advance(24 * 60 * 60)
      var anew = try await begin(checkpoint)
      let later = try await site.account().care.escrowBegunAt
      #expect(first != nil && later == first, "it was not begun today")
      try await anew.press("Begin anew")
      try await anew.report(.discarded)
      #expect(try await !safety(visitor).contains("is not finished"))
      try await anew.press("Cancel")
      try await site.store.write { [id = try await site.account().id] in
        try $0.setCare(AccountCare(escrowBegunAt: site.clock.now), of: id)
      }
      _ = try await begin(.nothingLeft)
      #expect(try await safety(visitor).contains("is not finished"), "it may wait on another computer")
    }
  }

  @Test("A-57 A-112: Settings remind of an unsaved code, and offer only a new one") func reminder()
    async throws
  {
    try await withAccount { site, visitor in
      let note = "We don't keep it, so we can't show the old one. Make a new code; the old one stops working."
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: false)
      let unsaved = try await safety(visitor)
      #expect(
        unsaved.contains("<h2>Your recovery code is not saved yet</h2>") && unsaved.contains(note)
          && unsaved.contains("Not saved yet."))
      #expect(unsaved.matches(of: /action="\/start\/recovery-code"/).count == 1)
      let account = try await site.account().id
      try await site.store.write { records in
        try records.insert(
          Way(
            id: KeyID(rawValue: "code"), account: account, kind: .phrase,
            sealed: SealedWay(recordID: "code", record: "r", wrap: "w", find: [1]), createdAt: site.clock.now))
      }
      let saved = try await safety(visitor)
      #expect(
        !saved.contains(note) && saved.contains("Saved today.")
          && saved.matches(of: /action="\/start\/recovery-code"/).count == 1)
      try await site.store.write { try $0.setCare(AccountCare(wantsCodeReminder: true), of: account) }
      let again = try await safety(visitor)
      #expect(again.contains("<h2>A new recovery code is still to be made</h2>") && again.contains(note))
      // A person who has saved it nevertheless can say so, and is no longer reminded.
      #expect(again.contains("/safety/code-kept") && !unsaved.contains("/safety/code-kept"))
      #expect(try await visitor.post("/safety/code-kept").status == 303)
      #expect(try await !safety(visitor).contains(note))
    }
  }

  @Test("twenty events are listed, newest first, each in its own words and never a program's") func happened()
    async throws
  {
    try await withAccount { site, visitor in
      let account = try await site.account().id, begin = Date(timeIntervalSince1970: 1_700_000_000)
      func told() async throws -> [(sentence: String, time: String, code: String)] {
        try await safety(visitor).matches(
          of: /data-event="([^"]*)"><b>([^<]*)<\/b><time datetime="([^"]*)">[^<]* UTC<\/time><\/li>/
        )
        .map { (String($0.2), String($0.3), String($0.1)) }
      }
      #expect(try await told().map(\.code) == ["signed_in_with_passkey", "account_created"])
      var sentences: Set<String> = []
      for event in AuditEvent.allCases {
        try await site.store.write { try $0.append(AuditEntry(event, account: account, at: begin)) }
        let first = try #require(try await told().first)
        #expect(first.code == event.rawValue && first.time == "2023-11-14T22:13:20Z")
        sentences.insert(first.sentence)
      }
      #expect(
        sentences.count == AuditEvent.allCases.count && !sentences.contains("")
          && sentences.allSatisfy { !$0.contains("_") })
      #expect(try await told().map(\.code) == AuditEvent.allCases.suffix(20).reversed().map(\.rawValue))
    }
  }

  @Test("the log names its keys, even revoked ones, and can be paged through") func log() async throws {
    try await withAccount { site, visitor in
      let account = try await site.account().id
      try await site.addKey("yellow YubiKey", .primary)
      try await site.store.write { records in
        guard var way = try records.ways(of: account).first(where: { $0.label == "yellow YubiKey" }) else { return }
        try records.append(AuditEntry(.keyRevoked, account: account, credential: way.id, at: site.clock.now))
        way.revokedAt = site.clock.now
        try records.update(way)
        for _ in 0..<60 { try records.append(AuditEntry(.signedOut, account: account, at: site.clock.now)) }
      }
      func codes(_ page: String) -> [Substring] { page.matches(of: /class="audit-row" data-event="([^"]*)"/).map(\.1) }
      #expect(
        try await safety(visitor).contains("<a class=\"link-button\" href=\"/safety/log\">See all that happened</a>"))
      let first = try await visitor.get("/safety/log", accept: "text/html").text
      #expect(
        codes(first).count == 50 && first.contains("href=\"/safety/log?page=2\">Older</a>") && !first.contains("Newer"))
      let second = try await visitor.get("/safety/log?page=2", accept: "text/html").text
      #expect(
        codes(second).suffix(3) == ["key_revoked", "signed_in_with_passkey", "account_created"]
          && !second.contains("Older"))
      #expect(
        second.contains("<b>Key revoked: “yellow YubiKey”</b>")
          && second.contains("href=\"/safety/log?page=1\">Newer</a>"))
      for odd in ["0", "-1", "99999999999999999999", "x"] {
        #expect(try await visitor.get("/safety/log?page=\(odd)", accept: "text/html").text == first, "\(odd)")
      }
      let beyond = try await visitor.get("/safety/log?page=9223372036854775807", accept: "text/html").text
      #expect(
        codes(beyond).isEmpty && beyond.contains("<p class=\"say-more\">There is nothing older.</p>")
          && !beyond.contains("Older</a>"))
      #expect(beyond.contains(">Newer</a>") && !first.contains("nothing older") && !second.contains("nothing older"))
      #expect(try await Visitor(site).get("/safety/log", accept: "text/html").header("location") == "/")
    }
  }

  @Test("another account's data is never visible") func others() async throws {
    try await withAccount { site, visitor in
      let other = Visitor(site)
      try await other.register("ilinca", with: DemoAuthenticator())
      try await site.addKey("Ilinca's key", .primary, to: "ilinca")
      try await site.addMasterKey(to: "ilinca", withCode: false)
      let ilinca = try await site.account("ilinca").id
      try await site.store.write { try $0.append(AuditEntry(.recovered, account: ilinca, at: site.clock.now)) }
      let page = try await safety(visitor), theirs = try await safety(other)
      #expect(
        theirs.contains("Ilinca&#39;s key") && theirs.contains("not saved yet")
          && theirs.contains(AuditEvent.recovered.rawValue))
      #expect(!page.contains("Ilinca") && !page.contains("not saved yet") && !page.contains("data-event=\"recovered"))
      #expect(page.matches(of: /class="key-row"/).count == 1 && page.contains(Self.card))
    }
  }

  @Test("a name chosen by a person is never interpreted as markup") func escaped() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("\"><script>alert(1)</script>", .primary)
      let page = try await safety(visitor)
      #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;"))
    }
  }

  @Test("A-04: the account page leads to Safety, and its buttons lead into flows and back") func opens() async throws {
    try await withAccount { site, visitor in
      let account = try await visitor.get("/account", accept: "text/html").text
      #expect(account.contains("<a class=\"button is-outline\" href=\"/safety\">Settings → Safety</a>"))
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: true)
      let page = try await safety(visitor)
      for (flow, title) in [
        ("enrollment", "Add a hardware key"), ("recovery-code", "Save your recovery code"),
        ("renaming", "Rename a key"), ("key-test", "Test a key"),
        ("revocation", "Revoke a key"), ("password", "Set a password"), ("journal", "Journal"),
      ] {
        #expect(page.contains("action=\"/start/\(flow)\""), "\(flow)")
        let run = try #require(
          try await visitor.submit("/start/\(flow)", ["from": "/safety", "key": "key-yellowYubiKey"]).header("location")
        )
        _ = try await visitor.open(run)
        let first = try await visitor.get(run, accept: "text/html").text
        #expect(first.contains("<title>\(title) · ") && first.contains("</svg> Settings</button>"), "\(flow)")
      }
    }
  }

  @Test("the forms for setting a password, the journal and lost keys work without a script") func forms()
    async throws
  {
    try await withAccount { site, visitor in
      let page = try await safety(visitor), account = try await visitor.get("/account", accept: "text/html").text
      let home = try await Visitor(site).get("/", accept: "text/html").text
      for (text, flow, origin, label) in [
        (page, "password", "/safety", "Set a password"), (page, "journal", "/safety", "Open your journal"),
        (page, "enrollment", "/safety", "Add a hardware key"), (account, "journal", "/account", "Open your journal"),
        (home, "lost-key", "/", "I lost my key"), (home, "recovery", "/", "I lost every key"),
      ] {
        let form =
          """
          <form method="post" action="/start/\(flow)"><input type="hidden" name="from" value="\(origin)"><button \
          class=
          """
        #expect(
          text.split(separator: form).dropFirst().contains { $0.prefix(80).contains(">\(label)</button>") },
          "\(flow) from \(origin)")
      }
    }
  }
}
