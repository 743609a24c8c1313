import Demo
import Flows
import Foundation
import Model
import TestSite
import Testing

/// The page of one key in Settings: what it is, what can be done with it, and what revoking it costs.
@Suite struct KeyPageTests {
  /// A site where "mirela" has just registered, and the visitor signed in as her.
  private func withAccount(_ body: (TestSite, Visitor) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await body(site, visitor)
    }
  }

  @Test("G-19: each key shows whether it opens, and its page what it claims; its forms name it") func keys()
    async throws
  {
    try await withAccount { site, visitor in
      try await site.addKey(
        "blue Solo", .backup, opens: false, transports: ["usb", "ble", "telepathy"], isBackupEligible: nil,
        provedAt: Date(timeIntervalSince1970: 1_700_000_000))
      try await site.addKey("yellow YubiKey", .primary, attestation: "packed", provedAt: site.clock.now)
      try await site.addKey("phone", transports: ["hybrid", "internal"], isBackupEligible: true, isBackedUp: true)
      let rows = try await visitor.keyRows()
      #expect(
        rows.count == 4 && rows[0].contains("yellow YubiKey") && rows[1].contains("blue Solo"),
        "the primary key, then the backup")
      let told = [
        "yellow YubiKey": [
          ">primary<", ">can open<", "<dd>USB, NFC</dd>", "<dd>says it stays on one device</dd>", "opened today",
          "<p>Says it stays on one device. It came with a statement about its make (packed).</p>",
        ],
        "blue Solo": [
          ">backup<", ">sign-in only<", "<dd>USB, Bluetooth</dd>", "<dd>signs you in</dd>",
          "<p>Does not say whether it is synced, and came with no statement about its make.</p>",
          "signed in 14 Nov 2023",
        ],
        "phone": [
          ">can open<", "<dd>another device, this device</dd>", "<dd>says it is synced</dd>",
          "<p>Says synced, and came with no statement about its make.</p>", "last used today", "not tried yet",
        ],
        "Passkey from sign-up": [">sign-in only<", "not tried yet"],
      ]
      for (name, words) in told {
        let row = try #require(rows.first { $0.contains("<h2 class=\"key-name\">\(name)</h2>") })
        #expect(row.contains("can open") != row.contains("sign-in only"), "\(name)")
        let id = try #require(row.firstMatch(of: /href="\/settings\/keys\/([^"]+)"/)).1
        let page = try await visitor.key(String(id))
        for word in words { #expect(page.contains(word), "\(name): \(word)") }
        #expect(page.contains(">\(name)</h1>") && page.matches(of: /<h1/).count == 1)
        #expect(
          page.contains("Rename<span class=\"vh\"> \(name)</span>")
            && page.contains("Revoke<span class=\"vh\"> \(name)</span>"))
        #expect(page.matches(of: /name="key" value="([^"]*)"/).map(\.1) == [id, id, id])
      }
    }
  }

  @Test("of a key that only signs in it says that it never opened the journal, if there is one") func does()
    async throws
  {
    try await withAccount { site, visitor in
      try await site.addKey("green key", .backup, opens: false)
      #expect(try await visitor.key("key-greenkey").contains("<dd>signs you in</dd>"))
      try await site.addMasterKey(withCode: true)
      #expect(
        try await visitor.key("key-greenkey").contains("<dd>signs you in, and never opened your journal</dd>"))
    }
  }

  @Test("a key's page says what revoking it costs, by what stands at this moment") func cost() async throws {
    try await withAccount { site, visitor in
      func cost(_ id: String) async throws -> String {
        let page = try await visitor.key(id)
        let cost = try #require(page.firstMatch(of: /<p class="note" id="revoking">([^<]*)<\/p>/)).1
        return String(cost).replacing("&#39;", with: "'")
      }
      func stops(_ then: String) -> String {
        """
        It stops signing you in, and can't open what you write from then on. \(then) Everywhere else you are signed out.
        """
      }
      func revoke(_ id: String) async throws {
        try await site.store.write { records in
          guard var way = try records.way(KeyID(rawValue: id)) else { return }
          way.revokedAt = site.clock.now
          try records.update(way)
        }
      }
      try await site.addKey("green key", .backup, opens: false)
      #expect(try await cost("key-greenkey") == stops("Your other key keeps working."), "before a Master Key")
      try await revoke("key-greenkey")
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: false)
      #expect(
        try await cost("key-yellowYubiKey")
          == "It is the last that opens your journal. Add another key or save a recovery code first.")
      try await site.addKey("blue Solo", .backup)
      #expect(try await cost("key-yellowYubiKey") == stops("Your 2 other keys keep working."))
      let account = try await site.account().id
      try await site.store.write { records in
        try records.insert(
          Way(
            id: KeyID(rawValue: "code"), account: account, kind: .phrase,
            sealed: SealedWay(recordID: "code", record: "r", wrap: "w", find: [1]), createdAt: site.clock.now))
      }
      #expect(try await cost("key-yellowYubiKey") == stops("Your 2 other keys and your recovery code keep working."))
      try await revoke("key-blueSolo")
      #expect(
        try await cost("key-yellowYubiKey")
          == stops("After that, only your recovery code opens your journal."), "the passkey left opens nothing")
      try await site.store.write { records in
        for way in try records.ways(of: account) where way.label.isEmpty && way.kind == .key {
          var revoked = way
          revoked.revokedAt = site.clock.now
          try records.update(revoked)
        }
      }
      #expect(
        try await cost("key-yellowYubiKey")
          == stops("After that, only your recovery code lets you back in."))
      try await site.store.write { try $0.setPasswordHash("hash", of: account) }
      #expect(
        try await cost("key-yellowYubiKey")
          == stops("After that, your password signs you in, and only your recovery code opens your journal."))
    }
  }

  @Test("C-40 G-34: of what remains, joined account recovery counts, and practice never does")
  func costWithRecovery() async throws {
    try await withAccount { site, visitor in
      func cost() async throws -> String {
        let page = try await visitor.key("key-yellowYubiKey")
        let cost = try #require(page.firstMatch(of: /<p class="note" id="revoking">([^<]*)<\/p>/)).1
        return String(cost).replacing("&#39;", with: "'")
      }
      try await site.addKey("yellow YubiKey", .primary)
      try await site.addMasterKey(withCode: false)
      let account = try await site.account().id
      func sealed(_ id: String) -> SealedWay {
        SealedWay(recordID: id, record: "r", wrap: "w", find: Array(id.utf8))
      }
      let card = Way(
        id: KeyID(rawValue: "practice"), account: account, kind: .card, transports: [Way.rehearsal],
        sealed: sealed("practice"), createdAt: site.clock.now)
      let shares = Way(
        id: KeyID(rawValue: "shares"), account: account, kind: .escrow, sealed: sealed("shares"),
        createdAt: site.clock.now)
      try await site.store.write { records in
        try records.insert(card); try records.insert(shares)
      }
      #expect(
        try await cost() == "It is the last that opens your journal. Add another key or save a recovery code first.",
        "nobody ever joined the shares")
      try await site.store.write { try $0.note(.joined, of: KeyID(rawValue: "shares"), at: site.clock.now) }
      #expect(
        try await cost() == """
          It stops signing you in, and can't open what you write from then on. \
          After that, only account recovery opens your journal. Everywhere else you are signed out.
          """)
    }
  }

  @Test("another account's key, and one that is no more, are not found") func foreignKey() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary)
      let other = Visitor(site)
      try await other.register("ilinca", with: DemoAuthenticator())
      for (who, id, status) in [
        (visitor, "key-yellowYubiKey", 200), (other, "key-yellowYubiKey", 404), (visitor, "key-none", 404),
      ] {
        let answer = try await who.get("/settings/keys/\(id)", accept: "text/html")
        #expect(answer.status == status && answer.text.contains("yellow YubiKey") == (status == 200), "\(id)")
      }
    }
  }

  @Test("G-20: a key that needs re-wrap explains this and what to do; each key can be tested")
  func needsRewrap() async throws {
    try await withAccount { site, visitor in
      try await site.addKey("yellow YubiKey", .primary, needsRewrapSince: site.clock.now)
      try await site.addKey("blue Solo", .backup)
      let row = try #require(try await visitor.keyRows().first)
      #expect(
        row.contains("<span class=\"badge is-warn\">needs re-wrap</span>") && !row.contains("can open<")
          && !row.contains("sign-in only"))
      let marked = try await visitor.key("key-yellowYubiKey"), well = try await visitor.key("key-blueSolo")
      #expect(
        marked.contains("Found today: it signs you in, and can't open your journal any more.")
          && marked.contains("Another key that opens can put that right.")
          && marked.contains("<dd>signs you in, and can&#39;t open your journal any more</dd>"))
      #expect(
        marked.contains("action=\"/start/key-test\"")
          && marked.contains(">Make it open again<span class=\"vh\"> yellow YubiKey</span>"))
      #expect(
        well.contains(">can open<") && !well.contains("re-wrap")
          && well.contains(">Try it<span class=\"vh\"> blue Solo</span>"))
      #expect(
        try await visitor.submit("/start/key-test", ["from": "/settings/keys"]).status == 400, "it is about one key")
    }
  }
}
