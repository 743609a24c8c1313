import AuditLog
import Foundation
import Model

/// The migration steps after the first, from the oldest to the newest.
extension Migrations {
  /// Turns the audit log into a chain. Existing rows keep their positions, so the chain also shows where a row was
  /// removed earlier.
  static let audit = MigrationStep(["ALTER TABLE audit_log ADD COLUMN digest BYTES"]) { connection in
    var digest = AuditHead.beginning.digest
    var next = Int64.min
    while true {
      let rows = try connection.query(
        """
        SELECT position, event, account_id, credential_id, at, NULL AS number FROM audit_log WHERE position >= $1
        ORDER BY position LIMIT 1000
        """,
        [.integer(next)])
      for row in rows {
        let position = try row.integer("position")
        digest = AuditChain.digest(
          of: try row.auditLine(), after: AuditHead(position: Int(position &- 1), digest: digest))
        try connection.perform(
          "UPDATE audit_log SET digest = $2 WHERE position = $1", [.integer(position), .bytes(digest)])
        next = position &+ 1
      }
      guard !rows.isEmpty, next > Int64.min else { return }
    }
  }

  /// Adds the ways in, the generations of the Master Key, and the data that it protects.
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
    // Passkeys that predate the ways in can be used to sign in, but open nothing until they are touched for that
    // purpose.
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

  /// Adds the handoffs to Settings on a different device.
  static let handoffs = MigrationStep([
    "CREATE TABLE handoffs (token_hash BYTES PRIMARY KEY, issued_at BIGINT NOT NULL)",
    "CREATE INDEX handoffs_issued ON handoffs (issued_at)",
  ])

  /// Adds who vouched for a key when the key was registered. For existing keys, this is unknown.
  static let vouching = MigrationStep(["ALTER TABLE credentials ADD COLUMN vouching TEXT"])

  /// Adds the time since which a key has yielded a different secret than the one its wrap was made for (G-20).
  static let rewrap = MigrationStep(["ALTER TABLE device_wraps ADD COLUMN needs_rewrap_since BIGINT"])

  /// Removes the runs of ended sessions, which used to remain forever. Runs now end with their session.
  static let orphans = MigrationStep(["DELETE FROM runs WHERE session_id NOT IN (SELECT id FROM sessions)"])

  /// Adds the details of sessions that are shown to the person, the handle that identifies a session in a form, and the
  /// runs that wait for someone who is away. For existing sessions, the browser is unknown.
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
      try connection.perform(
        "UPDATE sessions SET handle = $2 WHERE id = $1", [.bytes(try row.bytes("id")), .text(UUID().uuidString)])
    }
  }

  /// Adds the appearance of each name, so that a name that could be mistaken for an existing one is rejected. The later
  /// step `looks` uses a table instead.
  static let names = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN username_skeleton TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX accounts_looking_alike ON accounts (username_skeleton)",
  ])

  /// Adds an index for counting a session's challenges and for removing them with the session.
  static let challenges = MigrationStep(["CREATE INDEX challenges_of_session ON challenges (session_id, issued_at)"])

  /// Records the appearance of each name in all of its spellings, not only in the one that was typed.
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
        try connection.perform(
          "INSERT INTO looks (skeleton, account_id) VALUES ($1, $2)", [.text(skeleton), .bytes(try row.bytes("id"))])
      }
    }
  }

  /// Adds the time when an unfinished set-up of account recovery was started, so that Settings can show it.
  static let escrowBegun = MigrationStep(["ALTER TABLE accounts ADD COLUMN escrow_begun_at BIGINT"])

  /// Replaces the one date at which a way was proved with a date for each kind of proof. All that is known of the old
  /// dates: a key or a card had at least signed, and shares with providers had been joined. A recovery code got its
  /// date for a ticked box, which proves nothing, so it is not kept. The generation of the old dates is unknown.
  static let proofs = MigrationStep([
    """
    CREATE TABLE way_proofs (
      way_id TEXT NOT NULL REFERENCES device_wraps (id),
      how TEXT NOT NULL,
      at BIGINT NOT NULL,
      generation BIGINT,
      PRIMARY KEY (way_id, how)
    )
    """,
    """
    INSERT INTO way_proofs (way_id, how, at)
    SELECT id, CASE kind WHEN 'escrow' THEN 'joined' ELSE 'signed' END, proved_at FROM device_wraps
    WHERE proved_at IS NOT NULL AND kind <> 'phrase'
    """,
    "ALTER TABLE device_wraps DROP COLUMN proved_at",
  ])

  /// Remembers the copies of the accounts that were written, and the ways in that stood in each. Nobody said of a copy
  /// without a place where it lies. No way is referred to: the copy still holds one that is gone here.
  static let copies = MigrationStep([
    """
    CREATE TABLE copies (
      head TEXT NOT NULL,
      place TEXT NOT NULL,
      made_at BIGINT NOT NULL,
      read_at BIGINT NOT NULL,
      PRIMARY KEY (head, place)
    )
    """,
    """
    CREATE TABLE copy_ways (
      head TEXT NOT NULL,
      place TEXT NOT NULL,
      way_id TEXT NOT NULL,
      opens BIGINT NOT NULL,
      PRIMARY KEY (head, place, way_id),
      FOREIGN KEY (head, place) REFERENCES copies (head, place)
    )
    """,
  ])

  /// Adds when a round of trials was put off, and how often.
  static let rounds = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN round_later_at BIGINT",
    "ALTER TABLE accounts ADD COLUMN round_later_times BIGINT NOT NULL DEFAULT 0",
  ])

  /// Adds the tickets for rehearsals of the worst day.
  static let drillTickets = MigrationStep([
    """
    CREATE TABLE drill_tickets (
      token_hash BYTES PRIMARY KEY,
      account_id BYTES NOT NULL REFERENCES accounts (id),
      way_id TEXT NOT NULL,
      issued_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX drill_tickets_of_account ON drill_tickets (account_id)",
    "CREATE INDEX drill_tickets_issued ON drill_tickets (issued_at)",
  ])

  /// Adds what whoever runs a site decides about accounts, and when an account will be deleted.
  static let people = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN disabled_at BIGINT",
    "ALTER TABLE accounts ADD COLUMN deletion_at BIGINT",
    "CREATE INDEX accounts_to_delete ON accounts (deletion_at)",
    "ALTER TABLE sessions ADD COLUMN invitation BYTES",
    """
    CREATE TABLE invitations (
      token_hash BYTES PRIMARY KEY,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      account_id BYTES REFERENCES accounts (id)
    )
    """,
    "CREATE INDEX invitations_of_account ON invitations (account_id)",
  ])

  /// Adds what identifies the paper with a recovery code. The papers that exist have no check.
  static let kits = MigrationStep([
    "ALTER TABLE device_wraps ADD COLUMN kit BIGINT",
    "ALTER TABLE device_wraps ADD COLUMN kit_check TEXT",
  ])

  /// Lets several servers share a database: entries of the audit log that wait for their places in the chain, what only
  /// one server does at a time, the wrong passwords that all of them count together, and the signed heads of the log.
  /// And where the log begins once old entries were taken out of it, with what is kept of them.
  static let severalServers = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN audit_number BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE audit_log ADD COLUMN number BIGINT",
    "ALTER TABLE audit_log ADD COLUMN entry_id BYTES",
    """
    CREATE TABLE audit_waiting (
      entry_id BYTES PRIMARY KEY,
      event TEXT NOT NULL,
      account_id BYTES,
      credential_id TEXT,
      at BIGINT NOT NULL,
      number BIGINT
    )
    """,
    "CREATE INDEX audit_waiting_of_account ON audit_waiting (account_id)",
    "CREATE TABLE turns (name TEXT PRIMARY KEY)",
    "INSERT INTO turns (name) VALUES ('asking'), ('chaining'), ('sweeping')",
    "CREATE TABLE guesses (place INTEGER PRIMARY KEY, tries BIGINT NOT NULL, last_at BIGINT NOT NULL, mark BYTES)",
    "CREATE INDEX guesses_tried ON guesses (last_at)",
    "CREATE TABLE checkpoints (position INTEGER PRIMARY KEY, note TEXT NOT NULL)",
    """
    CREATE TABLE audit_beginning (
      position INTEGER PRIMARY KEY,
      digest BYTES NOT NULL,
      until_at BIGINT NOT NULL,
      note TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE audit_kept (
      position INTEGER PRIMARY KEY,
      event TEXT NOT NULL,
      account_id BYTES NOT NULL REFERENCES accounts (id),
      credential_id TEXT,
      at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX audit_kept_of_account ON audit_kept (account_id)",
    "CREATE TABLE audit_numbers (account_id BYTES PRIMARY KEY, number BIGINT NOT NULL)",
  ])
}
