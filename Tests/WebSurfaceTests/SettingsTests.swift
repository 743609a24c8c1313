import Demo
import Flows
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing

/// The rooms of Settings for keys and recovery, and what they have in common.
@Suite struct SettingsTests {
  static let card = "Add a hardware key — recommended"

  /// A site where "mirela" has just registered, and the visitor signed in as her.
  func withAccount(_ body: (TestSite, Visitor) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await body(site, visitor)
    }
  }

  @Test("a signed-out visitor is sent to the first page") func signedOut() async throws {
    try await withSite { (site) async throws in
      for path in SettingsRoom.allCases.map(\.path) + ["/settings/keys/key-yellowYubiKey"] {
        let answer = try await Visitor(site).get(path, accept: "text/html")
        #expect(answer.status == 303 && answer.header("location") == "/" && !answer.text.contains("rooms"), "\(path)")
      }
    }
  }

  @Test("A-31 A-32 A-109 A-110: without a hardware key, the page has a card and a vendor link") func entryCard()
    async throws
  {
    try await withAccount { site, visitor in
      let page = try await visitor.room(.keys)
      #expect(page.contains("<title>Keys · Latchstring</title>") && page.contains("href=\"/account\""))
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
      let recovery = try await visitor.room(.recovery)
      #expect(recovery.contains("You get one when you add your first hardware key."))
      #expect(!recovery.contains("recovery-code\""))
      #expect(!page.contains("One hardware key only"))
      try await site.addKey("yellow YubiKey", .primary)
      let enrolled = try await visitor.room(.keys)
      #expect(!enrolled.contains(Self.card) && !enrolled.contains("Lock things down"))
      #expect(enrolled.matches(of: /action="\/start\/enrollment"/).count == 1, "under the list")
    }
  }

  @Test("G-01: the notice that there is only one key remains until there is a second") func oneKey() async throws {
    try await withAccount { site, visitor in
      let note = "One hardware key only (not recommended). A second one keeps you in if it is lost or breaks."
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: true)
      for _ in 1...2 { #expect(try await visitor.room(.keys).contains(note)) }
      try await site.addKey("blue Solo", .backup)
      #expect(try await !visitor.room(.keys).contains("One hardware key only"))
    }
  }

  @Test("a key that a run may still roll back is not shown, and does not count as enrolled")
  func unfinished() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary, run: "an open run")
      let page = try await visitor.room(.keys)
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
      #expect(try await !visitor.room(.recovery).contains("is not finished"))
      let checkpoint = EscrowReply.resumed(.backup(country: "ch", methods: [], providers: [], plan: nil))
      var left = try await begin(checkpoint)
      try await left.press("Cancel")
      let page = try await visitor.room(.recovery)
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
      #expect(try await !visitor.room(.recovery).contains("is not finished"))
      try await anew.press("Cancel")
      try await site.store.write { [id = try await site.account().id] in
        try $0.setCare(AccountCare(escrowBegunAt: site.clock.now), of: id)
      }
      _ = try await begin(.nothingLeft)
      #expect(try await visitor.room(.recovery).contains("is not finished"), "it may wait on another computer")
    }
  }

  @Test("Settings say what each proof of the paper says, and offer its check") func paper() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: true)
      let code = KeyID(rawValue: "code of mirela")
      try await site.store.write { records in
        var way = try #require(try records.way(code))
        way.kit = Kit(number: 1, check: "7KQ4M2XD")
        try records.update(way)
        try records.note(.read, of: code, at: site.clock.now)
      }
      let read = try await visitor.room(.recovery)
      #expect(read.contains("Saved today. Three of its words were read off the paper today."))
      #expect(read.matches(of: /action="\/start\/kit-check"/).count == 1)
      site.clock.advance(24 * 60 * 60)
      try await site.store.write { try $0.note(.checked, of: code, at: site.clock.now) }
      #expect(try await visitor.room(.recovery).contains("The paper was there, and the newest, today."))
    }
  }

  @Test("A-57 A-112: Settings remind of an unsaved code, and offer only a new one") func reminder()
    async throws
  {
    try await withAccount { site, visitor in
      let note = "We don't keep it, so we can't show the old one. Make a new code; the old one stops working."
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: false)
      let unsaved = try await visitor.room(.recovery)
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
      let saved = try await visitor.room(.recovery)
      #expect(
        !saved.contains(note) && saved.contains("Saved today. Its words were never typed: not tried yet.")
          && saved.matches(of: /action="\/start\/recovery-code"/).count == 1)
      try await site.store.write { try $0.note(.words, of: KeyID(rawValue: "code"), at: site.clock.now) }
      #expect(try await visitor.room(.recovery).contains("Saved today. Its words opened your journal today."))
      #expect(!saved.contains("/start/kit-check"), "a paper without a check is not offered one")
      try await site.store.write { try $0.setCare(AccountCare(wantsCodeReminder: true), of: account) }
      let again = try await visitor.room(.recovery)
      #expect(again.contains("<h2>A new recovery code is still to be made</h2>") && again.contains(note))
      // A person who has saved it nevertheless can say so, and is no longer reminded.
      #expect(again.contains("/settings/recovery/code-kept") && !unsaved.contains("/settings/recovery/code-kept"))
      #expect(try await visitor.post("/settings/recovery/code-kept").status == 303)
      #expect(try await !visitor.room(.recovery).contains(note))
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
      let theirs = try await other.room(.keys) + other.room(.recovery) + other.room(.activity)
      let page = try await visitor.room(.keys) + visitor.room(.recovery) + visitor.room(.activity)
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
      let page = try await visitor.room(.keys)
      #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;"))
    }
  }

  @Test("every room leads to every other, and says which one it is") func navigation() async throws {
    try await withAccount { site, visitor in
      // No card is there, and none can be used; there are services on the site, or none.
      try await expectRooms(SettingsRoom.allCases.filter { $0 != .card && $0 != .services }, to: visitor)
      let service = DeclaredService(
        id: "notes", name: "Notes", settings: "{}", secretHash: nil, createdAt: site.clock.now)
      try await site.store.write { try $0.insert(service) }
      try await expectRooms(SettingsRoom.allCases.filter { $0 != .card }, to: visitor)
    }
  }
  private func expectRooms(_ rooms: [SettingsRoom], to visitor: Visitor) async throws {
    for room in rooms {
      let page = try await visitor.room(room)
      let nav = try #require(page.firstMatch(of: /<nav class="rooms" aria-label="[^"]+">(.*?)<\/nav>/)).1
      #expect(nav.matches(of: /href="([^"]+)"/).map { String($0.1) } == ["/account"] + rooms.map(\.path))
      #expect(nav.matches(of: /href="([^"]+)" aria-current="page"/).map { String($0.1) } == [room.path])
      #expect(page.matches(of: /<h1/).count == 1, "\(room)")
    }
  }

  @Test("the address that Settings had before still leads there, also from a form") func former() async throws {
    try await withAccount { site, visitor in
      for (path, room) in [("/safety", "keys"), ("/safety/log", "activity"), ("/settings", "keys")] {
        let answer = try await visitor.get(path, accept: "text/html")
        #expect(answer.status == 303 && answer.header("location") == "/settings/\(room)")
      }
      let run = try #require(try await visitor.submit("/start/password", ["from": "/safety"]).header("location"))
      #expect(try await visitor.get(run, accept: "text/html").text.contains("</svg> Settings</button>"))
    }
  }

  @Test("A-04: the account page leads to Settings, whose buttons lead into flows and back to their room") func opens()
    async throws
  {
    try await withAccount { site, visitor in
      #expect(try await visitor.get("/account", accept: "text/html").text.contains("href=\"/settings/keys\""))
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: true)
      let key = try await visitor.key("key-yellowYubiKey")
      for (flow, title, room, page) in [
        ("enrollment", "Add a hardware key", SettingsRoom.keys, try await visitor.room(.keys)),
        ("recovery-code", "Save your recovery code", .recovery, try await visitor.room(.recovery)),
        ("renaming", "Rename a key", .keys, key), ("key-test", "Try a key", .keys, key),
        ("code-test", "Try your recovery code", .recovery, try await visitor.room(.recovery)),
        ("copying", "Take everything with you", .recovery, try await visitor.room(.recovery)),
        ("revocation", "Revoke a key", .keys, key),
        ("password", "Set a password", .password, try await visitor.room(.password)),
      ] {
        #expect(
          page.contains(
            "action=\"/start/\(flow)\"><input type=\"hidden\" name=\"from\" value=\"\(room.path)\">"), "\(flow)")
        let begun = try await visitor.submit("/start/\(flow)", ["from": room.path, "key": "key-yellowYubiKey"])
        let run = try #require(begun.header("location")), opened = try await visitor.open(run)
        let first = try await visitor.get(run, accept: "text/html").text
        #expect(first.contains("<title>\(title) · ") && first.contains("</svg> Settings</button>"), "\(flow)")
        let cancel = try #require(
          first.firstMatch(of: /name="action" value="([^"]+)"><svg[^>]*><use[^>]*><\/svg> Settings<\/button>/),
          "\(flow)")
        let left = try await visitor.press(String(cancel.1), on: run, at: opened.revision)
        #expect(left.json["next"] as? String == room.path, "\(flow)")
      }
    }
  }

  @Test("the password's room says that it was set, and when") func password() async throws {
    try await withAccount { site, visitor in
      let none = try await visitor.room(.password)
      #expect(none.contains("No password is set. You don&#39;t need one.") && !none.contains("It opens nothing"))
      let account = try await site.account().id
      try await site.store.write { records in
        try records.setPasswordHash("hash", of: account)
        try records.append(AuditEntry(.passwordSet, account: account, at: site.clock.now))
      }
      let page = try await visitor.room(.password)
      #expect(page.contains("A password is set. You set it today.") && page.contains("Change the password"))
      #expect(page.contains("It signs you in by itself, and opens nothing. Whoever knows it can sign in."))
      try await site.addKey("yellow YubiKey", .primary)
      #expect(try await visitor.room(.password).contains("it does not sign you in alone."))
    }
  }

  @Test("the forms for setting a password, the journal and lost keys work without a script") func forms()
    async throws
  {
    try await withAccount { site, visitor in
      let account = try await visitor.get("/account", accept: "text/html").text
      let trouble = try await Visitor(site).get("/trouble", accept: "text/html").text
      let password = try await visitor.room(.password), keys = try await visitor.room(.keys)
      for (text, flow, origin, label) in [
        (password, "password", "/settings/password", "Set a password"),
        (keys, "enrollment", "/settings/keys", "Add a hardware key"),
        (account, "journal", "/account", "Open your journal"),
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
      for flow in ["lost-key", "recovery"] {
        #expect(trouble.contains("<form method=\"post\" action=\"/start/\(flow)\">"), "\(flow)")
      }
    }
  }
}
