import Model

extension SQLRecords {
  func append(_ entry: AuditEntry) throws {
    try run(
      """
      INSERT INTO audit_log (position, event, account_id, credential_id, at)
      SELECT COALESCE(MAX(position), 0) + 1, $1, $2, $3, $4 FROM audit_log
      """, .text(entry.event.rawValue), .optional(entry.account?.bytes, SQLValue.bytes), .optional(entry.credential?.rawValue, SQLValue.text),
      .date(entry.at))
  }

  func entries(of account: AccountID) throws -> [AuditEntry] {
    try all("SELECT * FROM audit_log WHERE account_id = $1 ORDER BY position", .bytes(account.bytes)).map { row in
      guard let event = AuditEvent(rawValue: try row.text("event")) else { throw StoreError(.unreadable, "audit event") }
      return AuditEntry(
        event, account: account, credential: try row.optional("credential_id", SQLRow.text).map(KeyID.init(rawValue:)), at: try row.date("at"))
    }
  }

  func installationValue(_ name: String) throws -> [UInt8]? {
    try first("SELECT value FROM installation WHERE name = $1", .text(name))?.bytes("value")
  }
  func setInstallationValue(_ name: String, _ value: [UInt8]) throws {
    try run("INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(name), .bytes(value))
  }
}
