import Browser
import Encoding
import Foundation
import Model
import Person
import Testing

@testable import Wraps

/// An attacker can write to the database and holds a secret that once opened the account: hiding, restoring or swapping
/// rows while a way in is replaced opens nothing that comes later.
@Suite struct HiddenWaysTests {
  private static func statements(_ ring: KeyRing, _ account: AccountID) async throws -> [GenerationStatement] {
    try await ring.site.store.read {
      try $0.generations(of: account).map { try GenerationStatement(reading: $0.statement) }
    }
  }

  @Test("a replaced code whose row was hidden and later put back restores nothing")
  func hiddenCode() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      let old = try await ring.enroll()
      try await ring.beginNewCode(with: ring.yellow)
      _ = try await ring.words()
      let row = try #require(try await ring.ways().first { $0.kind == .phrase })
      try await ring.site.store.write { try $0.delete(way: row.id) }
      try await ring.page.click("#saved")
      try await ring.page.press("Finish")
      try await ring.page.press("Not now")
      try await ring.page.isIn(.recovery)
      try await ring.site.store.write { try $0.insert(row) }
      #expect(try await ring.ways().count { $0.kind == .phrase } == 2)
      try await ring.signOut()
      try await ring.type(old)
      try await ring.page.press("Restore")
      try await ring.page.wait(forText: "What this server gave doesn't fit together")
    }
  }

  /// The server withholds the index, and the page explains this to the person.
  @Test("replacing a code is rejected if an index is withheld, and nothing changes")
  func withheldIndex() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.beginNewCode(with: ring.yellow)
      _ = try await ring.words()
      let before = try await ring.ways(), account = try #require(before.first).account
      try await ring.site.store.write { try $0.deleteJournalEntry(JournalEntry.indexID, of: account) }
      try await ring.page.click("#saved")
      try await ring.page.press("Finish")
      try await ring.page.press("Not now")
      try await ring.page.wait(forText: "What this server gave doesn't fit together")
      #expect(try await ring.ways() == before)
      #expect(try await Self.statements(ring, account).count == 1)
    }
  }

  /// The attacker who put it there loses access with it.
  @Test("a record under another key's name becomes invalid once that key is tested and re-wrapped")
  func exchangedRecord() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      // An attacker with the laptop makes a record with the Master Key that it opens, and puts it into the row of
      // “black”.
      try await ring.openJournal(ring.yellow)
      let master = try await ring.master(1)
      var black = try #require(try await ring.ways().first { $0.label == "black" })
      let own = try WayRecord(reading: try #require(black.sealed).record), id = [UInt8](repeating: 9, count: 16)
      let keys = try WayKeys(
        WayID(account: own.account, record: id, kind: .key), secret: [UInt8](repeating: 5, count: 32), rpID: own.rpID)
      let wrap = try master.wrap(record: id, kind: .key, recipient: keys.recipientPublic, pad: keys.pad)
      let record = try master.record(keys, salt: own.find, wrap: wrap).jws
      black.sealed = SealedWay(recordID: Base64URL.encode(id), record: record, wrap: wrap, find: nil)
      let changed = black
      try await ring.site.store.write { try $0.update(changed) }

      let laptop = try #require(
        try await ring.ways().first { $0.kind == .key && !["yellow", "black"].contains($0.label) })
      try await ring.start("revocation", key: laptop.id.rawValue)
      try await page.press("It's lost or broken")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Revoked: “Passkey from sign-up”.")
      let second = try #require(try await Self.statements(ring, black.account).last)
      #expect(second.generation == 2 && second.keep.contains { $0.record == id }, "so far it does not show")
      let thiefs = try #require(try await ring.ways().first { $0.label == "black" })

      try await page.openKey("black")
      try await ring.hold(ring.black)
      try await page.press("Try it black")
      try await page.wait(forText: "“black” needs re-wrap.")
      try await ring.hold(ring.yellow)
      try await page.press("Make it open again")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Your journal is open. Touch “black” once more, and it opens it again.")
      try await ring.tap(ring.black, until: "“black” opens your journal again.")
      try await page.press("Done")
      // A row again contains the thief's record, and a new code is made.
      let back = Way(
        id: KeyID(rawValue: "thief"), account: thiefs.account, kind: .card, label: "", sealed: thiefs.sealed,
        createdAt: thiefs.createdAt)
      try await ring.site.store.write { try $0.insert(back) }
      try await ring.beginNewCode(with: ring.yellow)
      _ = try await ring.save()
      try await page.wait(forText: "What this server gave doesn't fit together")
      let after = try await Self.statements(ring, black.account).filter { $0.generation > 2 }
      #expect(!after.isEmpty && after.allSatisfy { statement in !statement.keep.contains { $0.record == id } })
    }
  }

  /// The page explains this to the person.
  @Test("a row with an invalid record is rejected", arguments: [#""anchor":7"#, #""kid":null"#, #""recipient":"%""#])
  func shapeless(member: String) async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      var yellow = try #require(try await ring.ways().first { $0.label == "yellow" })
      var parts = try #require(yellow.sealed).record.split(separator: ".").map(String.init)
      let said = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
      let name = try #require(member.split(separator: ":").first)
      let own = try #require(said.firstRange(of: try Regex("\(name):\"[^\"]*\"")))
      parts[1] = Base64URL.encode(Array(said.replacingCharacters(in: own, with: member).utf8))
      yellow.sealed?.record = parts.joined(separator: ".")
      let changed = yellow
      try await ring.site.store.write { try $0.update(changed) }
      try await ring.start("journal", from: "/account")
      try await ring.hold(ring.yellow)
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "What this server gave doesn't fit together")
    }
  }
}
