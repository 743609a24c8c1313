import Browser
import Encoding
import Model
import Person
import Testing

@testable import Wraps

/// A thief has a revoked key, knows everything it could read, and can write to the database. Their goal is the next
/// Master Key.
@Suite struct RevokedKeyTests {
  /// A person who still has the account's first generation.
  private struct Thief {
    let old: MasterKey, way: Way, ring: KeyRing

    /// Copies the generation while the journal is open in the page.
    init(of label: String, _ ring: KeyRing) async throws {
      let way = try #require(try await ring.ways().first { $0.label == label })
      (old, self.way, self.ring) = (try await ring.master(1), way, ring)
    }

    func generations() async throws -> [Generation] {
      let account = way.account
      return try await ring.site.store.read { try $0.generations(of: account) }
    }

    /// Restores the key's row, along with a statement of the current generation that keeps it, validly signed by the
    /// previous Master Key.
    func forge() async throws {
      let way = way, sealed = try #require(way.sealed), record = try WayRecord(reading: sealed.record)
      try await changeStatement { (keep: $0.keep + [KeptWay(record, wrap: sealed.wrap)], history: $1) }
      try await ring.site.store.write { records in
        if try records.way(way.id) != nil { try records.update(way) } else { try records.insert(way) }
      }
    }

    /// Makes generation 2 look as if an earlier version wrote it: its history names no statement. Only the holder of
    /// its Master Key can do this.
    func ageHistory() async throws {
      let master = try await ring.master(2)
      let header = SealedHeader.history(account: way.account.bytes, generation: 2)
      let history = try SealedText.seal(
        old.bytes, key: master.historyKey, header: header.bytes, iv: [UInt8](repeating: 7, count: 12))
      try await changeStatement { known, _ in (keep: known.keep, history: history) }
    }

    /// Rewrites generation 2 with a different statement, validly signed by the previous Master Key, or a different
    /// history.
    private func changeStatement(
      _ change: (GenerationStatement, String) -> (keep: [KeptWay], history: String)
    ) async throws {
      var rows = try await generations()
      let known = try GenerationStatement(reading: rows[1].statement), new = change(known, rows[1].history)
      let payload = GenerationStatement.payload(
        account: known.account, generation: 2, authority: known.authority, historyHash: Compact.hash(new.history),
        indexHash: known.indexHash,
        keep: new.keep)
      (rows[1].statement, rows[1].history) = (try old.sign(payload, typ: GenerationStatement.typ), new.history)
      let (all, account) = (rows, way.account)
      try await ring.site.store.write { records in
        try records.deleteGenerations(of: account)
        for row in all { try records.insert(row) }
      }
    }
  }

  /// The account lost “black” to the thief, and “yellow” has been used since: its anchor is the new generation's.
  private func afterRevocation(_ body: (KeyRing, Thief) async throws -> Void) async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.black)
      let thief = try await Thief(of: "black", ring)
      try await ring.signOut()
      try await ring.signIn(ring.yellow)
      try await ring.start("revocation", key: thief.way.id.rawValue)
      try await ring.page.press("It's lost or broken")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "Revoked: “black”.")
      // The page says this, not the server: laptop and yellow.
      let count = "Now 2 keys and your recovery code each open your journal."
      try await ring.page.wait(forText: count)
      try await ring.page.enter(.keys)
      try await ring.page.wait(forText: "What signs you in.")
      #expect(try await !ring.page.text.contains(count), "it is said on one screen, and not for ever")
      try await ring.openJournal(ring.yellow)
      #expect(try await thief.generations().count == 2)
      try await body(ring, thief)
    }
  }
  private static let refusal = "What this server gave doesn't fit together, so nothing was opened or changed."

  /// No generation is made for that statement.
  @Test("WRAPS §5: a statement that keeps a revoked key is rejected at the next opening")
  func atOpening() async throws {
    try await afterRevocation { ring, thief in
      try await thief.forge()
      try await ring.beginNewCode(with: ring.yellow)
      try await ring.page.wait(forText: Self.refusal)
      #expect(try await ring.page.run("return (await \(ours("vault.js"))).openMasters().size") == 0)
      #expect(try await thief.generations().count == 2)
    }
  }

  @Test("WRAPS §5: a statement inserted between the opening and the new Master Key is also rejected")
  func afterOpening() async throws {
    try await afterRevocation { ring, thief in
      try await ring.beginNewCode(with: ring.yellow)
      _ = try await ring.words()
      try await thief.forge()
      try await ring.page.click("#saved")
      try await ring.page.press("Finish")
      try await ring.page.press("Not now")
      try await ring.page.wait(forText: Self.refusal)
      #expect(try await thief.generations().count == 2)
      let black = try #require(try await ring.ways().first { $0.label == "black" })
      #expect(black.sealed?.wrap == thief.way.sealed?.wrap, "the thief has nothing but the wrap from before")
    }
  }

  /// The refusal is one sentence that says how to keep the journal.
  @Test("WRAPS §5: an account of an earlier version is rejected, with advice on keeping its journal")
  func fromBefore() async throws {
    try await afterRevocation { ring, thief in
      try await thief.ageHistory()
      try await ring.start("journal", from: "/account")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(
        forText:
          """
          This account was begun with an earlier version, and this one doesn't open it. Open it with that \
          version, copy your journal out, and create an account here anew.
          """)
    }
  }
}
