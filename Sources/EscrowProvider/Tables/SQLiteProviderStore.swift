import Store

/// An escrow provider's SQLite file, with write-ahead logging.
public struct SQLiteProviderStore: ProviderStore {
  let file: SQLiteDatabase

  /// Opens the file, creates it if it is missing, and brings its tables up to date.
  ///
  /// - Throws: `StoreError.unavailable` if the file cannot be opened, is damaged or emptied, does not belong to a
  ///   provider, or was written by a newer version.
  public init(path: String) throws {
    file = try SQLiteDatabase(path: path, having: ProviderMigrations.ownTable, ProviderMigrations.steps)
    try file.overwriteDeleted()
  }

  /// Creates a store that exists only as long as the process, for practice and for tests.
  public init() throws { file = try SQLiteDatabase(ProviderMigrations.steps) }

  public func emptyLog() async { await file.emptyLog() }

  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    try await file.write { try work(SQLProviderRecords(connection: $0)) }
  }
  public func read<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    try await file.read { try work(SQLProviderRecords(connection: $0)) }
  }
}
