import Foundation

extension Migrations {
  /// What a person sees of their sessions, and what a form names one by; of those that are there nobody knows the browser any more. And which
  /// runs wait for somebody who is away.
  static let sessions = MigrationStep([
    "ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT 'A browser'",
    "ALTER TABLE sessions ADD COLUMN handle TEXT",
    "CREATE UNIQUE INDEX sessions_handle ON sessions (handle)",
    "CREATE INDEX sessions_signed_in ON sessions (signed_in_at)",
    "ALTER TABLE runs ADD COLUMN kept_until BIGINT",
    "ALTER TABLE runs ADD COLUMN kept_for BYTES",
    "CREATE INDEX runs_kept ON runs (kept_until)",
  ]) { connection in
    for row in try connection.query("SELECT id FROM sessions WHERE account_id IS NOT NULL", []) {
      try connection.execute("UPDATE sessions SET handle = $2 WHERE id = $1", [.bytes(try row.bytes("id")), .text(UUID().uuidString)])
    }
  }
}
