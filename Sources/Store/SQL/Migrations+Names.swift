import Model

extension Migrations {
  /// What each name looks like, so that none is given that would be mistaken for it. Those that are there may look alike already, and stay.
  static let names = MigrationStep([
    "ALTER TABLE accounts ADD COLUMN username_skeleton TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX accounts_looking_alike ON accounts (username_skeleton)",
  ]) { connection in
    for row in try connection.query("SELECT id, username FROM accounts", []) {
      guard let name = Username(try row.text("username")) else { continue }
      try connection.execute("UPDATE accounts SET username_skeleton = $2 WHERE id = $1", [.bytes(try row.bytes("id")), .text(name.skeleton)])
    }
  }
}
