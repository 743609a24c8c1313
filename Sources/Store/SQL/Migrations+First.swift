extension Migrations {
  static let first = MigrationStep([
    """
    CREATE TABLE accounts (
      id BYTES PRIMARY KEY,
      username TEXT NOT NULL,
      username_key TEXT NOT NULL UNIQUE,
      password_hash TEXT,
      created_at BIGINT NOT NULL
    )
    """,
    """
    CREATE TABLE credentials (
      id TEXT PRIMARY KEY,
      account_id BYTES NOT NULL REFERENCES accounts (id),
      public_key BYTES NOT NULL,
      sign_count BIGINT NOT NULL,
      user_verified BIGINT NOT NULL,
      backup_eligible BIGINT,
      backup_state BIGINT NOT NULL,
      transports TEXT NOT NULL,
      aaguid BYTES NOT NULL,
      attestation_format TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT
    )
    """,
    "CREATE INDEX credentials_of_account ON credentials (account_id)",
    """
    CREATE TABLE sessions (
      id BYTES PRIMARY KEY,
      account_id BYTES REFERENCES accounts (id),
      credential_id TEXT,
      created_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      signed_in_at BIGINT
    )
    """,
    "CREATE INDEX sessions_of_account ON sessions (account_id)",
    "CREATE INDEX sessions_seen ON sessions (seen_at)",
    """
    CREATE TABLE challenges (
      bytes BYTES PRIMARY KEY,
      session_id BYTES NOT NULL,
      ceremony BYTES NOT NULL,
      issued_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX challenges_issued ON challenges (issued_at)",
    """
    CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      session_id BYTES NOT NULL,
      flow TEXT NOT NULL,
      origin TEXT NOT NULL,
      contents BYTES NOT NULL,
      active_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX runs_of_session ON runs (session_id)",
    "CREATE INDEX runs_active ON runs (active_at)",
    """
    CREATE TABLE audit_log (
      position INTEGER PRIMARY KEY,
      event TEXT NOT NULL,
      account_id BYTES,
      credential_id TEXT,
      at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX audit_of_account ON audit_log (account_id)",
    "CREATE TABLE installation (name TEXT PRIMARY KEY, value BYTES NOT NULL)",
  ])
}
