import Foundation
import GRDB
import Model

/// An escrow provider's SQLite file, with write-ahead logging.
public struct SQLiteProviderStore: ProviderStore {
  let database: any DatabaseWriter

  /// Opens the file, makes it where it is missing, and brings its tables up to date.
  /// - Throws: `StoreError.unavailable` where the file cannot be opened, is damaged or emptied, is not a provider's, or is
  ///   one of a newer version.
  public init(path: String) throws {
    database = try SQLiteFile.open(path, having: "truths", Migrations.provider)
    do { try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") } } catch { throw SQLiteFile.unavailable(error) }
  }

  /// Brings what was written into the database and empties the log beside it, so that what was erased is in neither.
  public func emptyLog() async { _ = try? await database.writeWithoutTransaction { try $0.checkpoint(.truncate) } }

  /// A store that ends with the process, for practice and for tests.
  public init() throws {
    database = try DatabaseQueue()
    try SQLiteFile.migrate(database, Migrations.provider)
  }

  public func write<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws -> Result {
    do {
      return try await database.write { try work(SQLProviderRecords(connection: SQLiteConnection(database: $0))) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }
  public func read<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws -> Result {
    do {
      return try await database.read { try work(SQLProviderRecords(connection: SQLiteConnection(database: $0))) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }
}
