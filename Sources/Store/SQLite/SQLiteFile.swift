import Foundation
import GRDB
import Model

/// What every store in an SQLite file has in common: how it is opened, brought up to date, and what a failure is called.
enum SQLiteFile {
  /// Opens the file, and makes it where it is missing.
  static func open(_ path: String) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }  // what was answered survives a power cut
    do { return try DatabasePool(path: path, configuration: configuration) } catch { throw unavailable(error) }
  }

  static func migrate(_ database: any DatabaseWriter, _ steps: [MigrationStep]) throws {
    do { try database.write { try Migrations.run(steps, on: SQLiteConnection(database: $0)) } } catch { throw unavailable(error) }
  }

  /// The SQL is left out: its values could be somebody's.
  static func unavailable(_ error: any Error) -> StoreError {
    let reason = (error as? DatabaseError).map { "SQLite \($0.resultCode): \($0.message ?? "")" } ?? (error as? StoreError)?.reason
    return StoreError(.unavailable, reason ?? "SQLite")
  }
}
