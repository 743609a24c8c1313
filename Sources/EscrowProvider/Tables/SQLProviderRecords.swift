import Foundation
import Store

/// An implementation of a provider's store interfaces in SQL that every driver accepts.
struct SQLProviderRecords<Connection: SQLConnection>: ProviderRecords, SQLStatements {
  let connection: Connection
}

extension SQLProviderRecords {
  func usedBytes() throws -> Int { Int(try first(connection.dialect.usedBytesQuery)?.integer("bytes") ?? 0) }

  func allowance(_ name: [UInt8]) throws -> Date? {
    try first("SELECT until FROM allowances WHERE name = $1", .bytes(name))?.date("until")
  }
  func setAllowance(_ name: [UInt8], until: Date) throws {
    try run(
      "INSERT INTO allowances (name, until) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET until = $2", .bytes(name),
      .date(until))
  }
  func deleteAllowances(untilBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "allowances", by: "name", where: "until", before: time, limit: limit)
  }

  func insert(_ transfer: BankTransfer) throws {
    try run(
      """
      INSERT INTO transfers (reference, iban, amount, subject, seen_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO \
      NOTHING
      """,
      .text(transfer.reference), .text(transfer.iban), .text(transfer.amount), .text(transfer.subject),
      .date(transfer.seenAt))
  }
  func transfers(from iban: String) throws -> [BankTransfer] {
    try all("SELECT * FROM transfers WHERE iban = $1 ORDER BY seen_at, reference", .text(iban)).map { row in
      BankTransfer(
        reference: try row.text("reference"), iban: try row.text("iban"), amount: try row.text("amount"),
        subject: try row.text("subject"),
        seenAt: try row.date("seen_at"))
    }
  }
  func deleteTransfers(seenBefore time: Date, limit: Int) throws -> Int {
    try delete(from: "transfers", by: "reference", where: "seen_at", before: time, limit: limit)
  }
}

extension SQLProviderRecords {
  /// Deletes at most `limit` rows whose time has come, the oldest first. Those that somebody else is changing are left
  /// for the next time.
  ///
  /// - Parameters:
  ///   - key: The columns of the table's primary key.
  ///   - state: The only state in which rows are deleted; `nil` for any.
  /// - Returns: The number of deleted rows. What was deleted along with them does not count.
  func delete(
    from table: String, by key: String, where column: String, before time: Date, in state: String? = nil, limit: Int
  ) throws -> Int {
    let values = [.date(time), .integer(Int64(limit))] + (state.map { [SQLValue.text($0)] } ?? [])
    // Without `MATERIALIZED`, PostgreSQL may look for the rows again and again, past those that it has locked itself.
    return try connection.execute(
      """
      WITH due AS MATERIALIZED (
        SELECT \(key) FROM \(table) WHERE \(column) < $1\(state == nil ? "" : " AND state = $3")
        ORDER BY \(column) LIMIT $2 \(connection.dialect.skippingLocked)
      )
      DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM due)
      """, values)
  }
}
