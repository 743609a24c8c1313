import Foundation
import GRDB
import Model

/// Everything in one SQLite file, with write-ahead logging: readers never wait for the writer.
public struct SQLiteStore: Store {
  private let database: any DatabaseWriter

  /// Opens the file, makes it where it is missing, and brings its tables up to date.
  /// - Throws: `StoreError.unavailable` where the file cannot be opened or is not a database of ours.
  public init(path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }  // a sign-in that was answered survives a power cut
    do { database = try DatabasePool(path: path, configuration: configuration) } catch { throw Self.unavailable(error) }
    try migrate()
  }

  /// Opens a file that is there, for reading alone: nothing in it is changed, and its server may go on meanwhile.
  /// - Throws: `StoreError.unavailable` also where the tables are those of an older version.
  public init(reading path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    let version: Int
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
      version = try database.read { try Migrations.version(on: SQLiteConnection(database: $0)) }
    } catch { throw Self.unavailable(error) }
    guard version >= Migrations.steps.count else {
      throw StoreError(.unavailable, "its tables are those of an older version, and a start of the server brings them up to date")
    }
  }

  /// A store that ends with the process, for the demo and for tests.
  public init() throws {
    database = try DatabaseQueue()
    try migrate()
  }

  public func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    do {
      return try await database.write { try work(SQLRecords(connection: SQLiteConnection(database: $0))) }
    } catch let error as DatabaseError { throw Self.unavailable(error) }
  }
  public func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    do {
      return try await database.read { try work(SQLRecords(connection: SQLiteConnection(database: $0))) }
    } catch let error as DatabaseError { throw Self.unavailable(error) }
  }

  private func migrate() throws {
    do { try database.write { try Migrations.run(on: SQLiteConnection(database: $0)) } } catch { throw Self.unavailable(error) }
  }
  /// The SQL is left out: its values could be somebody's.
  private static func unavailable(_ error: any Error) -> StoreError {
    let reason = (error as? DatabaseError).map { "SQLite \($0.resultCode): \($0.message ?? "")" } ?? (error as? StoreError)?.reason
    return StoreError(.unavailable, reason ?? "SQLite")
  }
}
