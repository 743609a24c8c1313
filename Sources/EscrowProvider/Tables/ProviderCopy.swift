import Store

/// Moves a provider's data from a file into PostgreSQL and back.
public enum ProviderCopy {
  static let tables = TableSet(
    having: ProviderMigrations.ownTable, ProviderMigrations.steps,
    copied: [
      CopiedTable("installation", "name"), CopiedTable("provider_accounts", "key"),
      CopiedTable("documents", "account", "version", page: 16), CopiedTable("truths", "id", page: 16),
      CopiedTable("codes", "truth_id", "number"), CopiedTable("reviews", "number", page: 16),
      CopiedTable("orders", "id"), CopiedTable("allowances", "name"), CopiedTable("transfers", "reference"),
      CopiedTable("till_orders", "id"),
    ], empty: ["provider_accounts", "truths"], refusal: "there are shares in it already")

  /// Copies a file's rows, its salt among them, into a database that has tables and no shares. The provider may not run
  /// meanwhile.
  ///
  /// - Returns: What is in both now.
  /// - Throws: `StoreError`.
  public static func copy(file path: String, into address: PostgreSQLAddress) throws -> [TableContents] {
    try DatabaseCopy(tables).copy(file: path, into: address)
  }

  /// Copies a database's rows into a new file. The provider may not run meanwhile.
  ///
  /// - Returns: What is in both now.
  /// - Throws: `StoreError`, also if something already exists at `path`.
  public static func copy(_ address: PostgreSQLAddress, intoFile path: String) throws -> [TableContents] {
    try DatabaseCopy(tables).copy(address, intoFile: path)
  }
}
