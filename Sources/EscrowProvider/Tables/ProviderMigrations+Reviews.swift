import Store

extension ProviderMigrations {
  /// Photos that are waiting to be examined.
  static let reviews = MigrationStep([
    """
    CREATE TABLE reviews (
      number BIGINT PRIMARY KEY,
      truth_id BYTES NOT NULL REFERENCES truths (id) ON DELETE CASCADE,
      code BIGINT NOT NULL,
      photo BYTES,
      asked_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      verdict TEXT,
      reason TEXT
    )
    """,
    "CREATE INDEX reviews_of_truth ON reviews (truth_id)",
    "CREATE INDEX reviews_expiring ON reviews (expires_at)",
  ])
}
