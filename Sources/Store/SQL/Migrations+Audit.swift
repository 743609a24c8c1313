import AuditLog
import Model

extension Migrations {
  /// The audit log becomes a chain. Rows that are there keep their positions: where one was taken out before, the chain says so too.
  static let audit = MigrationStep(["ALTER TABLE audit_log ADD COLUMN digest BYTES"]) { connection in
    var digest = AuditHead.beginning.digest
    var next = Int64.min
    while true {
      let rows = try connection.query(
        "SELECT position, event, account_id, credential_id, at FROM audit_log WHERE position >= $1 ORDER BY position LIMIT 1000", [.integer(next)])
      for row in rows {
        let position = try row.integer("position")
        digest = AuditChain.digest(of: try row.auditLine(), after: AuditHead(position: Int(position &- 1), digest: digest))
        try connection.execute("UPDATE audit_log SET digest = $2 WHERE position = $1", [.integer(position), .bytes(digest)])
        next = position &+ 1
      }
      guard !rows.isEmpty, next > Int64.min else { return }
    }
  }
}
