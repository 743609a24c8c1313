extension Migrations {
  /// What each name looks like, so that none is given that would be mistaken for it. `looks` fills a table in its place.
  static let names = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN username_skeleton TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX accounts_looking_alike ON accounts (username_skeleton)",
  ])
}
