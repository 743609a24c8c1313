extension Migrations {
  /// When a set-up of account recovery was begun that is not finished, for Settings to tell.
  static let escrowBegun = MigrationStep(["ALTER TABLE accounts ADD COLUMN escrow_begun_at BIGINT"])
}
