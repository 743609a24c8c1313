extension Migrations {
  /// The ways to Settings on another device.
  static let handoffs = MigrationStep([
    "CREATE TABLE handoffs (token_hash BYTES PRIMARY KEY, issued_at BIGINT NOT NULL)",
    "CREATE INDEX handoffs_issued ON handoffs (issued_at)",
  ])
}
