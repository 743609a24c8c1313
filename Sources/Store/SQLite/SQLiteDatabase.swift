import GRDB
import Model

/// The open SQLite file of one store, whatever its tables; a store of another room's tables stands on it as
/// `SQLiteStore` does.
package struct SQLiteDatabase: Sendable {
  let writer: any DatabaseWriter

  init(_ writer: any DatabaseWriter) { self.writer = writer }

  /// Opens the file and brings its tables up to date; makes it where it is missing.
  ///
  /// - Parameter table: One that every database of the kind has. Its absence tells a database of another kind.
  /// - Throws: `StoreError.unavailable` where the file cannot be opened, is damaged or emptied, is of another kind, or
  ///   was written by a newer version.
  package init(path: String, having table: String, _ steps: [MigrationStep]) throws {
    writer = try SQLiteFile.open(path, having: table, steps)
  }

  /// A database that ends with the process.
  package init(_ steps: [MigrationStep]) throws {
    writer = try DatabaseQueue()
    try SQLiteFile.migrate(writer, steps)
  }

  package func write<Result: Sendable>(
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws -> Result {
    do {
      return try await writer.write { try work(SQLiteConnection(database: $0)) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }
  package func read<Result: Sendable>(
    _ work: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws -> Result {
    do {
      return try await writer.read { try work(SQLiteConnection(database: $0)) }
    } catch let error as DatabaseError { throw SQLiteFile.unavailable(error) }
  }

  /// From now on the bytes of what is deleted are overwritten.
  package func overwriteDeleted() throws {
    do { try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") } } catch {
      throw SQLiteFile.unavailable(error)
    }
  }
  /// Brings what was written into the database and empties the log beside it, so that what was erased is in neither.
  /// Where somebody reads or writes at this moment, nothing happens.
  package func emptyLog() async {
    _ = try? await writer.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }
}
