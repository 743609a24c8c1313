import Foundation
import Model

/// Entries that were taken out of the audit log: where it begins since, and what is kept of them.
extension SQLRecords {
  /// The log with what is kept of entries that were taken out.
  var past: String {
    """
    (SELECT position, event, account_id, credential_id, at, CAST(NULL AS BIGINT) AS number FROM audit_kept UNION ALL
    SELECT position, event, account_id, credential_id, at, number FROM \(log)) AS past
    """
  }

  func keptEntries(of account: AccountID) throws -> [AuditEntry] {
    try all("SELECT * FROM audit_kept WHERE account_id = $1 ORDER BY position DESC", .bytes(account.bytes)).map {
      try AuditEntry($0, account)
    }
  }
  func firstAuditPosition(since time: Date) throws -> Int? {
    let row = try first("SELECT position FROM audit_log WHERE at >= $1 ORDER BY position LIMIT 1", .date(time))
    return try row.map { Int(try $0.integer("position")) }
  }

  func auditBeginning() throws -> AuditBeginning? {
    guard let row = try first("SELECT * FROM audit_beginning ORDER BY position DESC LIMIT 1") else { return nil }
    let head = AuditHead(position: Int(try row.integer("position")), digest: try row.bytes("digest"))
    guard (1..<Int.max).contains(head.position), head.digest.count == 32 else {
      throw StoreError(.unreadable, "audit beginning")
    }
    return AuditBeginning(head: head, until: try row.integer("until_at"), note: try row.text("note"))
  }
  func trimmedNumbers() throws -> [[UInt8]: Int64] {
    let rows = try all("SELECT account_id, number FROM audit_numbers")
    return Dictionary(try rows.map { (try $0.bytes("account_id"), try $0.integer("number")) }) { max($0, $1) }
  }

  func trimAudit(to beginning: AuditBeginning) throws {
    let end = SQLValue.integer(Int64(beginning.head.position))
    let rows = try all("SELECT * FROM audit_log WHERE position <= $1 ORDER BY position", end)
    let accounts = Set(try rows.compactMap { try $0.auditLine().account })
    try keep(rows, of: accounts)
    try run("DELETE FROM audit_log WHERE position <= $1", end)
    try forgetNumbers(of: accounts)
    try connection.perform("DELETE FROM audit_beginning", [])
    try run(
      "INSERT INTO audit_beginning (position, digest, until_at, note) VALUES ($1, $2, $3, $4)", end,
      .bytes(beginning.head.digest), .integer(beginning.until), .text(beginning.note))
  }

  /// Keeps what is asked later of rows that are about to be taken out, in the order of their positions.
  private func keep(_ rows: [SQLRow], of accounts: Set<[UInt8]>) throws {
    let standing = try found(accounts, by: "SELECT id FROM accounts WHERE id IN")
    var signedIn = try found(
      accounts,
      by: """
        SELECT account_id AS id FROM audit_kept
        WHERE event IN (\(AuditEvent.signIns.map { "'\($0.rawValue)'" }.joined(separator: ", "))) AND account_id IN
        """)
    var numbers: [[UInt8]: Int64] = [:]
    for row in rows {
      let line = try row.auditLine()
      guard let account = line.account else { continue }
      if let number = line.number { numbers[account] = number }
      guard standing.contains(account), let keeping = AuditEvent(rawValue: line.event)?.keeping else { continue }
      if keeping == .first, !signedIn.insert(account).inserted { continue }
      try keep(line, of: account, at: try row.integer("position"), keeping)
    }
    for (account, number) in numbers {
      try run(
        """
        INSERT INTO audit_numbers (account_id, number) VALUES ($1, $2)
        ON CONFLICT (account_id) DO UPDATE SET number = excluded.number
        """, .bytes(account), .integer(number))
    }
  }

  private func keep(_ line: AuditLine, of account: [UInt8], at position: Int64, _ keeping: AuditKeeping) throws {
    let account = SQLValue.bytes(account), event = SQLValue.text(line.event)
    let credential = SQLValue.optional(line.credential, SQLValue.text)
    switch keeping {
    case .each, .first: break
    case .newest: try run("DELETE FROM audit_kept WHERE account_id = $1 AND event = $2", account, event)
    case .newestOfCredential:
      try run(
        "DELETE FROM audit_kept WHERE account_id = $1 AND event = $2 AND credential_id = $3", account, event, credential
      )
    }
    try run(
      "INSERT INTO audit_kept (position, event, account_id, credential_id, at) VALUES ($1, $2, $3, $4, $5)",
      .integer(position), event, account, credential, .integer(line.at))
  }

  /// Forgets the numbers of those accounts that are gone, and whose last entry is too.
  private func forgetNumbers(of accounts: Set<[UInt8]>) throws {
    guard !accounts.isEmpty else { return }
    try connection.perform(
      """
      DELETE FROM audit_numbers WHERE account_id IN (\(places(accounts)))
      AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = audit_numbers.account_id)
      AND NOT EXISTS (SELECT 1 FROM \(log) WHERE log.account_id = audit_numbers.account_id)
      """, accounts.map(SQLValue.bytes))
  }

  /// Returns those of these accounts that a query finds, whose condition ends in `IN`.
  private func found(_ accounts: Set<[UInt8]>, by query: String) throws -> Set<[UInt8]> {
    guard !accounts.isEmpty else { return [] }
    let rows = try connection.query("\(query) (\(places(accounts)))", accounts.map(SQLValue.bytes))
    return Set(try rows.map { try $0.bytes("id") })
  }
  private func places(_ accounts: Set<[UInt8]>) -> String {
    (1...accounts.count).map { "$\($0)" }.joined(separator: ", ")
  }
}
