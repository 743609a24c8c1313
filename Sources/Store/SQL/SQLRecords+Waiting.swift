import AuditLog
import Foundation
import Model

/// Entries of the audit log that wait for their places in the chain.
///
/// Where several servers write, each entry that chained itself would wait for the one before, of whatever account. So an
/// entry gets the next number among those of its account, and later its position and digest, in an order of which only
/// this is certain: an account's entries stay in the order of their numbers.
extension SQLRecords {
  /// The log with its waiting entries, which come last.
  var log: String {
    switch connection.dialect {
    case .sqlite: "audit_log AS log"
    case .postgreSQL:
      """
      (SELECT position, event, account_id, credential_id, at, number FROM audit_log UNION ALL
      SELECT \(Int64.max), event, account_id, credential_id, at, number FROM audit_waiting) AS log
      """
    }
  }

  func wait(_ line: AuditLine) throws {
    let id = withUnsafeBytes(of: UUID().uuid) { [UInt8]($0) }
    try run(
      """
      WITH next AS (UPDATE accounts SET audit_number = audit_number + 1 WHERE id = $3 RETURNING audit_number)
      INSERT INTO audit_waiting (entry_id, event, account_id, credential_id, at, number)
      VALUES ($1, $2, $3, $4, $5, (SELECT audit_number FROM next))
      """,
      .bytes(id), .text(line.event), .optional(line.account, SQLValue.bytes),
      .optional(line.credential, SQLValue.text), .integer(line.at))
    connection.recognize(AuditedAct(entry: id, account: line.account))
  }

  /// Gives at most `limit` waiting entries their places.
  /// - Returns: `true` if more may wait.
  func chainWaiting(limit: Int) throws -> Bool {
    guard try isMyTurn("chaining") else { return false }
    let rows = try all("SELECT * FROM audit_waiting ORDER BY number, entry_id LIMIT $1", .integer(Int64(limit)))
    guard !rows.isEmpty else { return false }
    var head = try auditHead()
    for row in rows {
      let id = try row.bytes("entry_id")
      head = try chain(try row.auditLine(), id: id, after: head)
      try run("DELETE FROM audit_waiting WHERE entry_id = $1", .bytes(id))
    }
    return rows.count == limit
  }

  /// Returns `true` if the entry of an act is in the log.
  ///
  /// It also writes: this transaction's own commit waits for the disk and for a standby, and then all that was
  /// committed before is there too.
  func happened(_ act: AuditedAct) throws -> Bool {
    try connection.perform("UPDATE turns SET name = name WHERE name = 'asking'", [])
    let entry = SQLValue.bytes(act.entry)
    if try first("SELECT 1 AS one FROM audit_waiting WHERE entry_id = $1", entry) != nil { return true }
    return try first(
      "SELECT 1 AS one FROM audit_log WHERE account_id = $1 AND entry_id = $2", .optional(act.account, SQLValue.bytes),
      entry) != nil
  }
}
