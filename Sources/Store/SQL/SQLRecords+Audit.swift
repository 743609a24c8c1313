import AuditLog
import Foundation
import Model

extension SQLRecords {
  func append(_ entry: AuditEntry) throws {
    switch connection.dialect {
    case .sqlite: try chain(AuditLine(entry), after: try auditHead())
    case .postgreSQL: try wait(AuditLine(entry))
    }
  }

  /// Writes a line as the next in the chain.
  /// - Returns: The head that it makes.
  @discardableResult
  func chain(_ line: AuditLine, id: [UInt8]? = nil, after head: AuditHead) throws -> AuditHead {
    guard head.position < .max else { throw StoreError(.unreadable, "audit position") }
    let next = AuditHead(position: head.position + 1, digest: AuditChain.digest(of: line, after: head))
    try run(
      """
      INSERT INTO audit_log (position, event, account_id, credential_id, at, digest, number, entry_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .integer(Int64(next.position)), .text(line.event), .optional(line.account, SQLValue.bytes),
      .optional(line.credential, SQLValue.text), .integer(line.at), .bytes(next.digest),
      .optional(line.number, SQLValue.integer), .optional(id, SQLValue.bytes))
    return next
  }

  func entries(of account: AccountID) throws -> [AuditEntry] {
    try all("SELECT * FROM \(log) WHERE account_id = $1 ORDER BY position, number", .bytes(account.bytes)).map {
      try AuditEntry($0, account)
    }
  }
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry] {
    let rows = try all(
      "SELECT * FROM \(log) WHERE account_id = $1 ORDER BY position DESC, number DESC LIMIT $2 OFFSET $3",
      .bytes(account.bytes), .integer(Int64(limit)), .integer(Int64(skipped)))
    return try rows.map { try AuditEntry($0, account) }
  }
  func newest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry? {
    try one(of: events, in: account, "DESC")
  }
  func oldest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry? {
    try one(of: events, in: account, "ASC")
  }
  private func one(of events: [AuditEvent], in account: AccountID, _ order: String) throws -> AuditEntry? {
    let places = events.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    let sql =
      """
      SELECT * FROM \(past) WHERE account_id = $1 AND event IN (\(places))
      ORDER BY position \(order), number \(order) LIMIT 1
      """
    let row = try connection.query(sql, [.bytes(account.bytes)] + events.map { .text($0.rawValue) }).first
    return try row.map { try AuditEntry($0, account) }
  }

  func count(of event: AuditEvent, of account: AccountID, until end: Date) throws -> Int {
    let row = try first(
      "SELECT COUNT(*) AS times FROM \(past) WHERE account_id = $1 AND event = $2 AND at <= $3",
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
      return try auditBeginning()?.head ?? .beginning
    }
    let head = AuditHead(position: Int(try last.integer("position")), digest: try last.bytes("digest"))
    guard head.digest.count == 32 else { throw StoreError(.unreadable, "audit digest") }
    return head
  }

  func insert(checkpoint note: String, at position: Int) throws {
    try run(
      "INSERT INTO checkpoints (position, note) VALUES ($1, $2) ON CONFLICT DO NOTHING", .integer(Int64(position)),
      .text(note))
  }
  func checkpoint(upTo position: Int) throws -> StoredCheckpoint? {
    try first(
      "SELECT position, note FROM checkpoints WHERE position <= $1 ORDER BY position DESC LIMIT 1",
      .integer(Int64(position))
    ).map { StoredCheckpoint(position: Int(try $0.integer("position")), note: try $0.text("note")) }
  }

  func waitingAuditEntries() throws -> Int {
    Int(try first("SELECT COUNT(*) AS number FROM audit_waiting")?.integer("number") ?? 0)
  }

  func untold() throws -> UntoldFacts {
    // The entries of what is older may have been taken out of the log.
    let since = SQLValue.integer(try auditBeginning()?.until ?? .min)
    let accounts = try first(
      """
      SELECT COUNT(*) AS number FROM accounts WHERE created_at > $2 AND NOT EXISTS
      (SELECT 1 FROM \(log) WHERE log.account_id = accounts.id AND log.event = $1)
      """, .text(AuditEvent.accountCreated.rawValue), since)
    // A session and the entry for its sign-in are written with the same time.
    let events = AuditEvent.signIns
    let signIns = try first(
      """
      SELECT COUNT(*) AS number FROM sessions WHERE account_id IS NOT NULL AND signed_in_at > $4 AND NOT EXISTS
      (SELECT 1 FROM \(log) WHERE log.account_id = sessions.account_id AND log.at = sessions.signed_in_at
      AND log.event IN ($1, $2, $3))
      """, .text(events[0].rawValue), .text(events[1].rawValue), .text(events[2].rawValue), since)
    let acts = try first(
      """
      SELECT COUNT(*) AS number FROM accounts WHERE audit_number >
      (SELECT COALESCE(MAX(log.number), 0) FROM \(log) WHERE log.account_id = accounts.id) AND audit_number >
      (SELECT COALESCE(MAX(gone.number), 0) FROM audit_numbers AS gone WHERE gone.account_id = accounts.id)
      """)
    func number(_ row: SQLRow?) throws -> Int { Int(try row?.integer("number") ?? 0) }
    return UntoldFacts(accounts: try number(accounts), signIns: try number(signIns), acts: try number(acts))
  }
}

extension SQLRow {
  func auditLine() throws -> AuditLine {
    AuditLine(
      event: try text("event"), account: try optional("account_id", SQLRow.bytes),
      credential: try optional("credential_id", SQLRow.text),
      at: try integer("at"), number: try optional("number", SQLRow.integer))
  }
}

extension AuditEntry {
  init(_ row: SQLRow, _ account: AccountID) throws {
    guard let event = AuditEvent(rawValue: try row.text("event")) else { throw StoreError(.unreadable, "audit event") }
    self.init(
      event, account: account, credential: try row.optional("credential_id", SQLRow.text).map(KeyID.init(rawValue:)),
      at: try row.date("at"))
  }
}
