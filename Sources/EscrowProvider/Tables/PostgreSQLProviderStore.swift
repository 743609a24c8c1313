import Store

/// An escrow provider's PostgreSQL database, which several processes may share.
///
/// Every write is SERIALIZABLE: it takes effect as if it had been alone, or is tried again. A closure may therefore run
/// more than once. A read sees one moment of the primary.
public struct PostgreSQLProviderStore: ProviderStore {
  private let database: PostgreSQLDatabase

  /// Connects to a database whose tables are there and up to date; see ``migrate(_:)``.
  ///
  /// - Throws: `StoreError.outdated` if the tables are missing or those of an older version, `StoreError.unavailable` if
  ///   the database cannot be reached, does not belong to a provider, or was written by a newer version.
  public init(_ address: PostgreSQLAddress) throws {
    database = try PostgreSQLDatabase(address, having: ProviderMigrations.ownTable, ProviderMigrations.steps)
  }

  /// Makes the tables, or brings them up to date.
  /// - Returns: How many steps there were to do.
  @discardableResult
  public static func migrate(_ address: PostgreSQLAddress) throws -> Int {
    try PostgreSQLDatabase.migrate(address, having: ProviderMigrations.ownTable, ProviderMigrations.steps)
  }

  /// What was deleted stays in PostgreSQL's files until a vacuum reuses its place.
  public func emptyLog() async {}

  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    try await database.write { try work(SQLProviderRecords(connection: $0)) }
  }
  public func read<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    try await database.read { try work(SQLProviderRecords(connection: $0)) }
  }
  public func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result? {
    try await database.sweep { connection in
      let records = SQLProviderRecords(connection: connection)
      return try records.isMyTurn("sweeping") ? work(records) : nil
    }
  }
}
