import Model

extension Migrations {
  /// Adds the services that ask who somebody is, what people let them know, and what they were given.
  static let services = MigrationStep([
    """
    CREATE TABLE services (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      settings TEXT NOT NULL,
      secret_hash BYTES,
      created_at BIGINT NOT NULL
    )
    """,
    """
    CREATE TABLE service_consents (
      account_id BYTES NOT NULL REFERENCES accounts (id),
      service_id TEXT NOT NULL REFERENCES services (id),
      scopes TEXT NOT NULL,
      at BIGINT NOT NULL,
      used_at BIGINT NOT NULL,
      permit_request BYTES,
      permit_session BYTES,
      permit_credential TEXT,
      permit_touched_at BIGINT,
      permit_until BIGINT,
      PRIMARY KEY (account_id, service_id)
    )
    """,
    "CREATE INDEX service_consents_of_service ON service_consents (service_id)",
    """
    CREATE TABLE person_facts (
      account_id BYTES PRIMARY KEY REFERENCES accounts (id),
      email TEXT,
      group_names TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE service_grants (
      id TEXT PRIMARY KEY,
      service_id TEXT NOT NULL REFERENCES services (id),
      account_id BYTES NOT NULL REFERENCES accounts (id),
      credential_id TEXT,
      session_id BYTES,
      is_offline BIGINT NOT NULL,
      contents TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX service_grants_of_service ON service_grants (service_id)",
    "CREATE INDEX service_grants_of_account ON service_grants (account_id)",
    "CREATE INDEX service_grants_of_session ON service_grants (session_id)",
    "CREATE INDEX service_grants_expiring ON service_grants (expires_at)",
    """
    CREATE TABLE service_tokens (
      digest BYTES PRIMARY KEY,
      kind TEXT NOT NULL,
      grant_id TEXT NOT NULL REFERENCES service_grants (id),
      expires_at BIGINT NOT NULL,
      is_spent BIGINT NOT NULL
    )
    """,
    "CREATE INDEX service_tokens_of_grant ON service_tokens (grant_id)",
    "CREATE INDEX service_tokens_expiring ON service_tokens (expires_at)",
    """
    CREATE TABLE service_logouts (
      id TEXT PRIMARY KEY,
      service_id TEXT NOT NULL REFERENCES services (id),
      account_id BYTES NOT NULL,
      created_at BIGINT NOT NULL,
      next_at BIGINT,
      tries BIGINT NOT NULL,
      heard_at BIGINT
    )
    """,
    "CREATE INDEX service_logouts_of_service ON service_logouts (service_id)",
    "CREATE INDEX service_logouts_of_account ON service_logouts (account_id, created_at)",
    "CREATE INDEX service_logouts_due ON service_logouts (next_at) WHERE next_at IS NOT NULL",
    "CREATE INDEX service_logouts_created ON service_logouts (created_at)",
  ])
}
