import GRDB
import Model

/// The open SQLite file of one store, with any set of tables. A store for a different room's tables builds on it, as
/// `SQLiteStore` does.
package struct SQLiteDatabase: Sendable {
  let writer: any DatabaseWriter
  private let commits: GroupCommit

  init(_ writer: any DatabaseWriter) { self.writer = writer; commits = GroupCommit(writer) }

  /// Opens the file, or creates it if missing, and brings its tables up to date.
  ///
  /// - Parameter table: A table that every database of this kind has. Its absence indicates a database of a different
  ///   kind.
  /// - Throws: `StoreError.unavailable` if the file cannot be opened, is damaged or emptied, is of a different kind, or
  ///   was written by a newer version.
  package init(path: String, having table: String, _ steps: [MigrationStep]) throws {
    self.init(try SQLiteFile.open(path, having: table, steps))
  }

  /// Opens an existing file read-only. Nothing in the file is changed, and its server may continue to run.
  /// - Throws: `StoreError.outdated` if the tables are those of an older version, and `StoreError.unavailable` also if
  ///   they are those of a newer one, or of a different kind.
  package init(reading path: String, having table: String, _ steps: [MigrationStep]) throws {
    let version: Int
    do {
      self.init(try SQLiteFile.reading(path))
      version = try writer.read { database in
        guard try database.tableExists(table) else {
          throw StoreError(.unavailable, "\(path) is a database of another kind")
        }
        return try Migrations.version(on: SQLiteConnection(database: database))
      }
    } catch { throw SQLiteFile.unavailable(error, opening: path) }
    try Migrations.refuseNewer(version, than: steps)
    guard version == steps.count else {
      throw StoreError(
        .outdated, "its tables are those of an older version, and a start of the server brings them up to date")
    }
  }

  /// Creates a database that lasts only as long as the process.
  package init(_ steps: [MigrationStep]) throws {
    self.init(try DatabaseQueue())
    try SQLiteFile.migrate(writer, steps)
  }

  /// Performs a write, and returns once it is on the disk. Writes at the same time share a commit (`GroupCommit`).
  ///
  /// - Parameter work: May be performed more than once, so it changes nothing outside of its transaction.
  package func write<Result: Sendable>(
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws -> Result {
    do {
      return try await commits.write { try work(SQLiteConnection(database: $0)) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }
  package func read<Result: Sendable>(
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws -> Result {
    do {
      return try await writer.read { try work(SQLiteConnection(database: $0)) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }

  /// Overwrites deleted bytes from now on.
  package func overwriteDeleted() throws {
    do { try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") } } catch {
      throw SQLiteFile.unavailable(error)
    }
  }
  /// Moves the log's content into the database and empties the log, so that neither contains erased data.
  /// - Returns: `false` if the database is being read or written at that moment. Then nothing is emptied.
  @discardableResult
  package func emptyLog() async -> Bool {
    (try? await writer.writeWithoutTransaction { try $0.checkpoint(.truncate) }) != nil
  }
}
