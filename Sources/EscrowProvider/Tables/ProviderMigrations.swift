import Store

/// The tables of an escrow provider's own database, step by step. A released step is never edited. Every change is a
/// new step at the end of the list, in its own file.
enum ProviderMigrations {
  static let steps = [first, reviews, severalProcesses]

  /// A table that only a provider's database has.
  static let ownTable = "truths"

  private static let first = MigrationStep([
    "CREATE TABLE installation (name TEXT PRIMARY KEY, value BYTES NOT NULL)",
    "CREATE TABLE provider_accounts (key BYTES PRIMARY KEY, paid_until BIGINT NOT NULL)",
    "CREATE INDEX provider_accounts_paid ON provider_accounts (paid_until)",
    """
    CREATE TABLE documents (
      account BYTES NOT NULL REFERENCES provider_accounts (key) ON DELETE CASCADE,
      version BIGINT NOT NULL,
      hash BYTES NOT NULL,
      bytes BYTES NOT NULL,
      signature BYTES NOT NULL,
      meta_data BYTES,
      uploaded_at BIGINT NOT NULL,
      PRIMARY KEY (account, version)
    )
    """,
    """
    CREATE TABLE truths (
      id BYTES PRIMARY KEY,
      key_share BYTES NOT NULL,
      method TEXT NOT NULL,
      sealed_truth BYTES NOT NULL,
      media_type TEXT,
      expires_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX truths_expiring ON truths (expires_at)",
    """
    CREATE TABLE codes (
      truth_id BYTES NOT NULL REFERENCES truths (id) ON DELETE CASCADE,
      number BIGINT NOT NULL,
      code BIGINT NOT NULL,
      tries_left BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      sent_at BIGINT,
      PRIMARY KEY (truth_id, number)
    )
    """,
    "CREATE INDEX codes_expiring ON codes (expires_at)",
    """
    CREATE TABLE orders (
      id BYTES PRIMARY KEY,
      purpose TEXT NOT NULL,
      subject BYTES NOT NULL,
      years BIGINT NOT NULL,
      amount TEXT NOT NULL,
      state TEXT NOT NULL,
      uses_left BIGINT NOT NULL,
      offered_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX orders_of_subject ON orders (subject, purpose)",
    "CREATE INDEX orders_offered ON orders (offered_at)",
    "CREATE TABLE allowances (name BYTES PRIMARY KEY, until BIGINT NOT NULL)",
    "CREATE INDEX allowances_until ON allowances (until)",
    """
    CREATE TABLE transfers (
      reference TEXT PRIMARY KEY,
      iban TEXT NOT NULL,
      amount TEXT NOT NULL,
      subject TEXT NOT NULL,
      seen_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX transfers_from ON transfers (iban)",
    """
    CREATE TABLE till_orders (id TEXT PRIMARY KEY, amount TEXT NOT NULL, summary TEXT NOT NULL, state TEXT NOT NULL, \
    created_at BIGINT NOT NULL)
    """,
  ])
}
