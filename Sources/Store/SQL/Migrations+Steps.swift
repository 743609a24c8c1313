import AuditLog
import Foundation
import Model

/// The steps since the first, oldest first.
extension Migrations {
  /// The audit log becomes a chain. Rows that are there keep their positions: where one was taken out before, the chain
  /// says so too.
  static let audit = MigrationStep(["ALTER TABLE audit_log ADD COLUMN digest BYTES"]) { connection in
    var digest = AuditHead.beginning.digest
    var next = Int64.min
    while true {
      let rows = try connection.query(
        """
        SELECT position, event, account_id, credential_id, at FROM audit_log WHERE position >= $1
        ORDER BY position LIMIT 1000
        """,
        [.integer(next)])
      for row in rows {
        let position = try row.integer("position")
        digest = AuditChain.digest(
          of: try row.auditLine(), after: AuditHead(position: Int(position &- 1), digest: digest))
        try connection.execute(
          "UPDATE audit_log SET digest = $2 WHERE position = $1", [.integer(position), .bytes(digest)])
        next = position &+ 1
      }
      guard !rows.isEmpty, next > Int64.min else { return }
    }
  }

  /// The ways in, the generations of the Master Key, and what it protects.
  static let ways = MigrationStep([
    """
    CREATE TABLE device_wraps (
      id TEXT PRIMARY KEY,
      account_id BYTES NOT NULL REFERENCES accounts (id),
      kind TEXT NOT NULL,
      label TEXT NOT NULL,
      role TEXT,
      transports TEXT NOT NULL,
      record_id TEXT UNIQUE,
      record TEXT,
      wrap TEXT,
      find BYTES UNIQUE,
      created_at BIGINT NOT NULL,
      proved_at BIGINT,
      revoked_at BIGINT,
      run_id TEXT
    )
    """,
    "CREATE INDEX device_wraps_of_account ON device_wraps (account_id)",
    "CREATE INDEX device_wraps_of_run ON device_wraps (run_id)",
    // Passkeys from before there were ways in: they sign in, and open nothing until they are touched for it.
    """
    INSERT INTO device_wraps (id, account_id, kind, label, transports, created_at)
    SELECT id, account_id, 'key', '', transports, created_at FROM credentials
    """,
    """
    CREATE TABLE generations (
      account_id BYTES NOT NULL REFERENCES accounts (id),
      number BIGINT NOT NULL,
      authority BYTES NOT NULL,
      statement TEXT NOT NULL,
      history TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, number)
    )
    """,
    """
    CREATE TABLE journal (
      account_id BYTES NOT NULL REFERENCES accounts (id),
      id TEXT NOT NULL,
      rev BIGINT NOT NULL,
      sealed TEXT NOT NULL,
      PRIMARY KEY (account_id, id)
    )
    """,
    "ALTER TABLE accounts ADD COLUMN wants_code_reminder BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE accounts ADD COLUMN was_nudged BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE accounts ADD COLUMN rotation_due BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE accounts ADD COLUMN left_on_keys TEXT NOT NULL DEFAULT ''",
  ])

  /// The ways to Settings on another device.
  static let handoffs = MigrationStep([
    "CREATE TABLE handoffs (token_hash BYTES PRIMARY KEY, issued_at BIGINT NOT NULL)",
    "CREATE INDEX handoffs_issued ON handoffs (issued_at)",
  ])

  /// Adds who vouched for a key when it was registered. For existing keys nobody knows any more.
  static let vouching = MigrationStep(["ALTER TABLE credentials ADD COLUMN vouching TEXT"])

  /// Adds the time since when a key gives another secret than its wrap was made for (G-20).
  static let rewrap = MigrationStep(["ALTER TABLE device_wraps ADD COLUMN needs_rewrap_since BIGINT"])

  /// Runs end with their session. Those of sessions that are gone stayed for ever.
  static let orphans = MigrationStep(["DELETE FROM runs WHERE session_id NOT IN (SELECT id FROM sessions)"])

  /// Adds what a person sees of their sessions, the handle by which a form names one, and the runs that wait for
  /// somebody who is away. For existing sessions nobody knows the browser any more.
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
      try connection.execute(
        "UPDATE sessions SET handle = $2 WHERE id = $1", [.bytes(try row.bytes("id")), .text(UUID().uuidString)])
    }
  }

  /// Adds what each name looks like, so that none is given that would be mistaken for it. `looks` fills a table in its
  /// place.
  static let names = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN username_skeleton TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX accounts_looking_alike ON accounts (username_skeleton)",
  ])

  /// A session's challenges are counted, and end with it.
  static let challenges = MigrationStep(["CREATE INDEX challenges_of_session ON challenges (session_id, issued_at)"])

  /// Records what each name looks like in each of its spellings, not only in the one in which it was typed.
  static let looks = MigrationStep([
    """
    CREATE TABLE looks (
      skeleton TEXT NOT NULL,
      account_id BYTES NOT NULL REFERENCES accounts (id),
      PRIMARY KEY (skeleton, account_id)
    )
    """,
    "DROP INDEX accounts_looking_alike",
    "ALTER TABLE accounts DROP COLUMN username_skeleton",
  ]) { connection in
    for row in try connection.query("SELECT id, username FROM accounts", []) {
      guard let name = Username(try row.text("username")) else { continue }
      for skeleton in name.skeletons {
        try connection.execute(
          "INSERT INTO looks (skeleton, account_id) VALUES ($1, $2)", [.text(skeleton), .bytes(try row.bytes("id"))])
      }
    }
  }

  /// Adds when an unfinished set-up of account recovery was begun, for Settings to tell.
  static let escrowBegun = MigrationStep(["ALTER TABLE accounts ADD COLUMN escrow_begun_at BIGINT"])
}
