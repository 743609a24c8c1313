import Foundation
import Model
import TestPostgreSQL
import Testing

@testable import Store

/// A site that moves from a file into PostgreSQL and back.
@Suite struct StoreCopyTests {
  private func withFolder(_ body: (_ folder: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }

  @Test("every row of every table is the same in PostgreSQL, and in the file that it is moved back into")
  func thereAndBack() async throws {
    try await withFolder { folder in
      let file = folder + "/before.sqlite", back = folder + "/back.sqlite"
      let before = try SQLiteStore(path: file)
      try await before.write { try Self.fill($0) }
      let contents = try await before.database.read {
        try TableCopy.contents(TableSet.site.copied, of: SQLiteConnection(database: $0))
      }
      #expect(contents.filter { $0.rows == 0 }.map(\.name) == [], "a table without a row shows nothing")
      #expect(contents.first { $0.name == "challenges" }?.rows ?? 0 > 1000, "more than a page")

      let database = try TestDatabase(), address = try database.address()
      #expect(try StoreCopy.copy(file: file, into: address) == contents)
      let store = try database.store()
      let head = try await before.read { try $0.auditHead() }
      #expect(try await store.read { try $0.auditHead() } == head)
      #expect(throws: StoreError(.unavailable, "")) { try StoreCopy.copy(file: file, into: address) }

      // What was written there in the meantime comes along, with its number.
      let account = try #require(try await store.read { try $0.accounts(limit: 1).first })
      try await store.write { try $0.append(AuditEntry(.passwordSet, account: account.id, at: account.createdAt)) }
      let moved = try StoreCopy.copy(address, intoFile: back)
      let changed = zip(contents, moved).filter { $0 != $1 }.map { $0.0.name }
      #expect(changed == ["accounts", "audit_log"])
      let after = try SQLiteStore(path: back)
      #expect(try await after.read { try $0.entries(of: account.id).count } == 2)
      try await after.write { try $0.append(AuditEntry(.passwordSet, account: account.id, at: account.createdAt)) }
    }
  }

  @Test("no table is left out") func tables() async throws {
    let store = try SQLiteStore()
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    let names = try await store.read { try rows(sql, in: $0).map { try $0.text("name") } }
    // What these hold is about the database itself.
    #expect(Set(names) == Set(TableSet.site.copied.map(\.name)).union(["schema_version", "turns", "audit_waiting"]))
  }

  /// Writes at least one row into each table.
  private static func fill(_ records: any Records) throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000), session = SessionID(digest: Array(0..<32))
    var account = Account(id: AccountID(Array(0..<16)), username: try #require(Username("Mirélâ")), createdAt: now)
    account.passwordHash = "hash"
    let way = Way(
      id: KeyID(rawValue: "key"), account: account.id, kind: .key, label: "grün \u{1F511}", role: .primary,
      transports: ["usb"],
      sealed: SealedWay(recordID: "r", record: "record", wrap: "wrap", find: Array(repeating: 255, count: 32)),
      createdAt: now, proofs: [.signed: now, .opened: now])
    try records.insert(account)
    try records.setCare(
      AccountCare(wantsCodeReminder: true, leftOnKeys: ["a", "b"], roundLaterTimes: 2), of: account.id)
    try records.insert(
      Credential(
        id: way.id, account: account.id, publicKey: [0, 1, 255], signCount: .max, wasUserVerified: true,
        isBackupEligible: nil, isBackedUp: false, transports: ["usb", "nfc"], aaguid: Array(repeating: 7, count: 16),
        attestationFormat: "none", vouching: nil, createdAt: now))
    try records.insert(
      Session(
        id: session, account: account.id, createdAt: now, seenAt: now, signedInAt: now, browser: .terminal, handle: "h")
    )
    for number in 0..<1201 {
      try records.insert(
        Challenge(
          bytes: withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }, session: session, ceremony: [2],
          issuedAt: now))
    }
    try records.insert(Run(id: "r", session: session, flow: "f", origin: "lab", contents: [0, 3], activeAt: now))
    try records.append(AuditEntry(.recoveryCodeRevealed, account: account.id, at: now))
    try records.trimAudit(to: AuditBeginning(head: try records.auditHead(), until: 7, note: "a\nÄ\n"))
    try (records as? any SQLStatements)?.run(
      "INSERT INTO audit_numbers (account_id, number) VALUES ($1, $2)", .bytes([9]), .integer(.max))
    try records.append(AuditEntry(.accountCreated, account: account.id, credential: way.id, at: now))
    try records.insert(way)
    try records.insert(
      Generation(
        account: account.id, number: 1, authority: [4], statement: "statement", history: "history", createdAt: now))
    try records.put(JournalEntry(account: account.id, id: "e", rev: 3, sealed: String(repeating: "x", count: 70_000)))
    try records.insert(Handoff(tokenHash: [5], issuedAt: now))
    try records.insert(DrillTicket(tokenHash: [6], account: account.id, way: way.id, issuedAt: now))
    try records.insert(Invitation(tokenHash: [7], createdAt: now, expiresAt: now + 1, account: nil))
    try records.put(AccountsCopy(head: "1:ab", madeAt: now, readAt: now, place: nil, ways: [way.id: true]))
    try records.setInstallationValue("salt", Array(0...255))
    try records.note(Guesses(tries: 3, lastAt: now, mark: [8]), at: Guesses.places - 1)
    try records.insert(checkpoint: "a\n1\nÄ\n", at: 1)
    try ServiceContractTests.fill(records, for: account.id, in: session, at: now)
  }
}
