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
  func deleteAllowances(untilBefore time: Date) throws {
    try run("DELETE FROM allowances WHERE until < $1", .date(time))
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
  func deleteTransfers(seenBefore time: Date) throws {
    try run("DELETE FROM transfers WHERE seen_at < $1", .date(time))
  }
}
