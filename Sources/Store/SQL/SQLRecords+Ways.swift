import Foundation
import Model
import Wraps

extension SQLRecords {
  func way(_ id: KeyID) throws -> Way? { try ways("id = $1", .text(id.rawValue)).first }
  func ways(of account: AccountID) throws -> [Way] {
    try ways("account_id = $1 AND revoked_at IS NULL", .bytes(account.bytes))
  }
  func wayLabels(of account: AccountID) throws -> [KeyID: String] {
    let rows = try all("SELECT id, label FROM device_wraps WHERE account_id = $1", .bytes(account.bytes))
    return Dictionary(try rows.map { (KeyID(rawValue: try $0.text("id")), try $0.text("label")) }) { first, _ in first }
  }
  func way(foundBy lookupHash: [UInt8]) throws -> Way? {
    try ways("find = $1 AND revoked_at IS NULL", .bytes(lookupHash)).first
  }
  func ways(writtenBy run: String) throws -> [Way] { try ways("run_id = $1", .text(run)) }

  func insert(_ way: Way) throws {
    let written = try connection.execute(
      """
      INSERT INTO device_wraps (id, label, role, transports, record_id, record, wrap, find, revoked_at,
        run_id, needs_rewrap_since, kit, kit_check, account_id, kind, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING
      """, columns(way) + [.bytes(way.account.bytes), .text(way.kind.rawValue), .date(way.createdAt)])
    guard written == 1 else { throw StoreError(.taken, "way in") }
    for (proof, time) in way.proofs { try note(proof, of: way.id, at: time) }
  }
  func update(_ way: Way) throws {
    // What an earlier record proved says nothing of a new one. A record that is renewed keeps its id.
    try run(
      """
      DELETE FROM way_proofs WHERE way_id = $1 AND how <> $2
        AND EXISTS (SELECT 1 FROM device_wraps WHERE id = $1 AND record_id <> $3)
      """, .text(way.id.rawValue), .text(ProofKind.signed.rawValue), .text(way.sealed?.recordID ?? ""))
    try connection.perform(
      """
      UPDATE device_wraps SET label = $2, role = $3, transports = $4, record_id = $5, record = $6, wrap = $7,
        find = $8, revoked_at = $9, run_id = $10, needs_rewrap_since = $11, kit = $12, kit_check = $13
      WHERE id = $1
      """, columns(way))
  }
  func delete(way: KeyID) throws {
    try run("DELETE FROM way_proofs WHERE way_id = $1", .text(way.rawValue))
    try run("DELETE FROM device_wraps WHERE id = $1", .text(way.rawValue))
  }
  func note(_ proof: ProofKind, of way: KeyID, at time: Date) throws {
    try run(
      """
      INSERT INTO way_proofs (way_id, how, at, generation)
      SELECT id, $2, CAST($3 AS BIGINT),
        (SELECT MAX(number) FROM generations WHERE generations.account_id = device_wraps.account_id)
      FROM device_wraps WHERE id = $1
      ON CONFLICT (way_id, how) DO UPDATE SET at = excluded.at, generation = excluded.generation
      """, .text(way.rawValue), .text(proof.rawValue), .date(time))
  }

  /// Returns the ways that a condition selects, the oldest first, with their proofs. Takes two queries, however many
  /// ways there are.
  private func ways(_ condition: String, _ value: SQLValue) throws -> [Way] {
    let rows = try all("SELECT * FROM device_wraps WHERE \(condition) ORDER BY created_at, id", value)
    guard !rows.isEmpty else { return [] }
    var proofs: [String: [ProofKind: Date]] = [:]
    for row in try all(
      "SELECT * FROM way_proofs WHERE way_id IN (SELECT id FROM device_wraps WHERE \(condition))", value)
    {
      guard let how = ProofKind(rawValue: try row.text("how")) else { throw StoreError(.unreadable, "kind of proof") }
      proofs[try row.text("way_id"), default: [:]][how] = try row.date("at")
    }
    return try rows.map { try read($0, proofs[try $0.text("id")] ?? [:]) }
  }

  /// Returns the values shared by an insert and an update, in this order.
  private func columns(_ way: Way) -> [SQLValue] {
    [
      .text(way.id.rawValue), .text(way.label), .optional(way.role?.rawValue, SQLValue.text),
      .text(way.transports.joined(separator: ",")),
      .optional(way.sealed?.recordID, SQLValue.text), .optional(way.sealed?.record, SQLValue.text),
      .optional(way.sealed?.wrap, SQLValue.text),
      .optional(way.sealed?.find, SQLValue.bytes), .optional(way.revokedAt, SQLValue.date),
      .optional(way.run, SQLValue.text), .optional(way.needsRewrapSince, SQLValue.date),
      .optional(way.kit.map { Int64($0.number) }, SQLValue.integer), .optional(way.kit?.check.text, SQLValue.text),
    ]
  }

  func wayKind(_ text: String) throws -> WayKind {
    guard let kind = WayKind(rawValue: text) else { throw StoreError(.unreadable, "kind of way in") }
    return kind
  }
  private func read(_ row: SQLRow, _ proofs: [ProofKind: Date]) throws -> Way {
    let kind = try wayKind(try row.text("kind"))
    let role = try row.optional("role", SQLRow.text).map { text in
      guard let role = KeyRole(rawValue: text) else { throw StoreError(.unreadable, "role") }
      return role
    }
    let sealed = try row.optional("record_id", SQLRow.text).map {
      SealedWay(
        recordID: $0, record: try row.text("record"), wrap: try row.text("wrap"),
        find: try row.optional("find", SQLRow.bytes))
    }
    let kit = try row.optional("kit_check", SQLRow.text).map { text in
      guard let kit = Kit(number: try row.counted("kit", Int.self), check: text) else {
        throw StoreError(.unreadable, "check of a kit")
      }
      return kit
    }
    return Way(
      id: KeyID(rawValue: try row.text("id")), account: AccountID(try row.bytes("account_id")), kind: kind,
      label: try row.text("label"), role: role,
      transports: try row.text("transports").split(separator: ",").map(String.init), sealed: sealed,
      createdAt: try row.date("created_at"), proofs: proofs,
      needsRewrapSince: try row.optional("needs_rewrap_since", SQLRow.date),
      revokedAt: try row.optional("revoked_at", SQLRow.date), run: try row.optional("run_id", SQLRow.text),
      kit: kit)
  }
}

extension SQLRecords {
  func generations(of account: AccountID) throws -> [Generation] {
    try all("SELECT * FROM generations WHERE account_id = $1 ORDER BY number", .bytes(account.bytes)).map { row in
      Generation(
        account: account, number: try row.counted("number", UInt32.self), authority: try row.bytes("authority"),
        statement: try row.text("statement"),
        history: try row.text("history"), createdAt: try row.date("created_at"))
    }
  }
  func insert(_ generation: Generation) throws {
    let written = try changes(
      """
      INSERT INTO generations (account_id, number, authority, statement, history, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING
      """, .bytes(generation.account.bytes), .integer(Int64(generation.number)), .bytes(generation.authority),
      .text(generation.statement),
      .text(generation.history), .date(generation.createdAt))
    guard written == 1 else { throw StoreError(.taken, "generation") }
  }
  func deleteGenerations(of account: AccountID) throws {
    try run("DELETE FROM generations WHERE account_id = $1", .bytes(account.bytes))
  }

  func journal(of account: AccountID) throws -> [JournalEntry] {
    try all("SELECT * FROM journal WHERE account_id = $1 ORDER BY id", .bytes(account.bytes)).map {
      try entry($0, of: account)
    }
  }
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int) {
    let row = try first(
      "SELECT COUNT(*) AS entries, COALESCE(SUM(LENGTH(sealed)), 0) AS bytes FROM journal WHERE account_id = $1",
      .bytes(account.bytes))
    guard let row else { return (0, 0) }
    return (Int(try row.integer("entries")), Int(try row.integer("bytes")))
  }
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry? {
    try first("SELECT * FROM journal WHERE account_id = $1 AND id = $2", .bytes(account.bytes), .text(id)).map {
      try entry($0, of: account)
    }
  }
  func put(_ entry: JournalEntry) throws {
    try run(
      """
      INSERT INTO journal (account_id, id, rev, sealed) VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id, id) DO UPDATE SET rev = $3, sealed = $4
      """, .bytes(entry.account.bytes), .text(entry.id), .integer(Int64(entry.rev)), .text(entry.sealed))
  }
  func deleteJournalEntry(_ id: String, of account: AccountID) throws {
    try run("DELETE FROM journal WHERE account_id = $1 AND id = $2", .bytes(account.bytes), .text(id))
  }

  private func entry(_ row: SQLRow, of account: AccountID) throws -> JournalEntry {
    JournalEntry(
      account: account, id: try row.text("id"), rev: try row.counted("rev", UInt32.self), sealed: try row.text("sealed")
    )
  }
}
