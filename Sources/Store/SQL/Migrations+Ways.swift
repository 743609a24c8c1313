extension Migrations {
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
}
