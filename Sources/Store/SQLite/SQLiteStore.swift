import Foundation
import GRDB
import Model

/// Everything in one SQLite file, with write-ahead logging: readers never wait for the writer.
public struct SQLiteStore: Store {
  let database: any DatabaseWriter

  /// Opens the file, makes it where it is missing, and brings its tables up to date.
  /// - Throws: `StoreError.unavailable` where the file cannot be opened, is damaged or emptied, is not a database of
  ///   ours, or is one of a newer version.
  public init(path: String) throws { database = try SQLiteFile.open(path, having: "accounts", Migrations.steps) }

  /// Opens a file that is there, for reading alone: nothing in it is changed, and its server may go on meanwhile.
  /// - Throws: `StoreError.unavailable` also where the tables are those of an older or a newer version.
  public init(reading path: String) throws {
    let version: Int
    do {
      database = try SQLiteFile.reading(path)
      version = try database.read { try Migrations.version(on: SQLiteConnection(database: $0)) }
    } catch { throw SQLiteFile.unavailable(error, opening: path) }
    try Migrations.refuseNewer(version, than: Migrations.steps)
    guard version == Migrations.steps.count else {
      throw StoreError(.unavailable, "its tables are those of an older version, and a start of the server brings them up to date")
    }
  }

  /// A store that ends with the process, for the demo and for tests.
  public init() throws {
    database = try DatabaseQueue()
    try SQLiteFile.migrate(database, Migrations.steps)
  }

  public func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    do {
      return try await database.write { try work(SQLRecords(connection: SQLiteConnection(database: $0))) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }
  public func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    do {
      return try await database.read { try work(SQLRecords(connection: SQLiteConnection(database: $0))) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }
}
