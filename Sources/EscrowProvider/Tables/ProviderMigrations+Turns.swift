import Store

extension ProviderMigrations {
  /// What only one of several processes that share a database does at a time.
  static let severalProcesses = MigrationStep([
    "CREATE TABLE turns (name TEXT PRIMARY KEY)", "INSERT INTO turns (name) VALUES ('sweeping')",
  ])
}
