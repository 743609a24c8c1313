import Model

extension Migrations {
  /// What each name looks like in each of its spellings, and not in the one alone in which it was typed.
  static let looks = MigrationStep([
    """
    CREATE TABLE looks (
      skeleton TEXT NOT NULL,
      account_id BYTES NOT NULL REFERENCES accounts (id),
      PRIMARY KEY (skeleton, account_id)
    )
    """,
    "DROP INDEX accounts_looking_alike",
    "ALTER TABLE accounts DROP COLUMN username_skeleton",
  ]) { connection in
    for row in try connection.query("SELECT id, username FROM accounts", []) {
      guard let name = Username(try row.text("username")) else { continue }
      for skeleton in name.skeletons {
        try connection.execute(
          "INSERT INTO looks (skeleton, account_id) VALUES ($1, $2)", [.text(skeleton), .bytes(try row.bytes("id"))])
      }
    }
  }
}
