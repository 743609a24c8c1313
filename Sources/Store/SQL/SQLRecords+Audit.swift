import AuditLog
import Foundation
import Model

extension SQLRecords {
  func append(_ entry: AuditEntry) throws {
    let head = try auditHead(), line = AuditLine(entry)
    guard head.position < .max else { throw StoreError(.unreadable, "audit position") }
    try run(
      "INSERT INTO audit_log (position, event, account_id, credential_id, at, digest) VALUES ($1, $2, $3, $4, $5, $6)",
      .integer(Int64(head.position + 1)), .text(line.event), .optional(line.account, SQLValue.bytes),
      .optional(line.credential, SQLValue.text),
      .integer(line.at), .bytes(AuditChain.digest(of: line, after: head)))
  }

  func entries(of account: AccountID) throws -> [AuditEntry] {
    try all("SELECT * FROM audit_log WHERE account_id = $1 ORDER BY position", .bytes(account.bytes)).map {
      try AuditEntry($0, account)
    }
  }
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry] {
    let rows = try all(
      "SELECT * FROM audit_log WHERE account_id = $1 ORDER BY position DESC LIMIT $2 OFFSET $3", .bytes(account.bytes),
      .integer(Int64(limit)),
      .integer(Int64(skipped)))
    return try rows.map { try AuditEntry($0, account) }
  }

  func newest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry? {
    let places = events.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    let sql =
      "SELECT * FROM audit_log WHERE account_id = $1 AND event IN (\(places)) ORDER BY position DESC LIMIT 1"
    let row = try connection.query(sql, [.bytes(account.bytes)] + events.map { .text($0.rawValue) }).first
    return try row.map { try AuditEntry($0, account) }
  }

  func count(of event: AuditEvent, of account: AccountID, until end: Date) throws -> Int {
    let row = try first(
      "SELECT COUNT(*) AS times FROM audit_log WHERE account_id = $1 AND event = $2 AND at <= $3",
      .bytes(account.bytes), .text(event.rawValue), .date(end))
    return Int(try row?.integer("times") ?? 0)
  }

  /// Rows that have been made unreadable are not an error here. The verifier reports their positions.
  func auditRows(from position: Int, limit: Int) throws -> [AuditRow] {
    let rows = try all(
      "SELECT * FROM audit_log WHERE position >= $1 ORDER BY position LIMIT $2", .integer(Int64(position)),
      .integer(Int64(limit)))
    return try rows.map { row in
      AuditRow(
        position: Int(try row.integer("position")), line: try? row.auditLine(), digest: (try? row.bytes("digest")) ?? []
      )
    }
  }

  func auditHead() throws -> AuditHead {
    guard let last = try first("SELECT position, digest FROM audit_log ORDER BY position DESC LIMIT 1") else {
      return .beginning
    }
    let head = AuditHead(position: Int(try last.integer("position")), digest: try last.bytes("digest"))
    guard head.digest.count == 32 else { throw StoreError(.unreadable, "audit digest") }
    return head
  }

  func untold() throws -> UntoldFacts {
    let accounts = try first(
      """
      SELECT COUNT(*) AS number FROM accounts WHERE NOT EXISTS
      (SELECT 1 FROM audit_log WHERE audit_log.account_id = accounts.id AND audit_log.event = $1)
      """, .text(AuditEvent.accountCreated.rawValue))
    // A session and the entry for its sign-in are written with the same time.
    let events = [AuditEvent.signedInWithPasskey, .signedInWithCard, .signedInWithPassword]
    let signIns = try first(
      """
      SELECT COUNT(*) AS number FROM sessions WHERE account_id IS NOT NULL AND signed_in_at IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM audit_log WHERE audit_log.account_id = sessions.account_id AND audit_log.at = sessions.signed_in_at
      AND audit_log.event IN ($1, $2, $3))
      """, .text(events[0].rawValue), .text(events[1].rawValue), .text(events[2].rawValue))
    return UntoldFacts(
      accounts: Int(try accounts?.integer("number") ?? 0), signIns: Int(try signIns?.integer("number") ?? 0))
  }
}

extension SQLRow {
  func auditLine() throws -> AuditLine {
    AuditLine(
      event: try text("event"), account: try optional("account_id", SQLRow.bytes),
      credential: try optional("credential_id", SQLRow.text),
      at: try integer("at"))
  }
}

extension AuditEntry {
  fileprivate init(_ row: SQLRow, _ account: AccountID) throws {
    guard let event = AuditEvent(rawValue: try row.text("event")) else { throw StoreError(.unreadable, "audit event") }
    self.init(
      event, account: account, credential: try row.optional("credential_id", SQLRow.text).map(KeyID.init(rawValue:)),
      at: try row.date("at"))
  }
}
