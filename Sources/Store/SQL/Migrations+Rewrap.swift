extension Migrations {
  /// Since when a key gives another secret than its wrap was made for (G-20).
  static let rewrap = MigrationStep(["ALTER TABLE device_wraps ADD COLUMN needs_rewrap_since BIGINT"])
}
