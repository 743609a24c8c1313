import Foundation
import GRDB
import Model

/// Moves an installation from a file into PostgreSQL and back. Nothing is kept of a copy unless every row is the same.
public enum StoreCopy {
  /// Copies a file's rows into a database that has tables and no accounts. Nobody may write to the file meanwhile.
  ///
  /// - Returns: What is in both now.
  /// - Throws: `StoreError`.
  public static func copy(file path: String, into address: PostgreSQLAddress) throws -> [TableContents] {
    let store = try SQLiteStore(reading: path)
    _ = try PostgreSQLStore(address)
    return try store.database.read { database in
      let source = SQLiteConnection(database: database)
      return try PostgreSQLLane(address).waiting(.migration) { try compare(source, $0) }
    }
  }

  /// Copies a database's rows into a new file, after the audit log's waiting entries got their places. Its servers may
  /// not run meanwhile.
  ///
  /// - Returns: What is in both now.
  /// - Throws: `StoreError`, also if something already exists at `path`.
  public static func copy(_ address: PostgreSQLAddress, intoFile path: String) throws -> [TableContents] {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.unavailable, "something stands there already. Take another name")
    }
    _ = try PostgreSQLStore(address)
    let lane = PostgreSQLLane(address)
    while try lane.waiting(.sweep, { try SQLRecords(connection: $0).chainWaiting(limit: PostgreSQLStore.batch) }) {}
    let file = try SQLiteStore(path: path)
    do {
      let contents = try lane.waiting(.read) { source in
        try file.database.write { try compare(source, SQLiteConnection(database: $0)) }
      }
      try file.database.close()
      return contents
    } catch {
      try? file.database.close()
      for ending in ["", "-wal", "-shm", "-begun"] { unlink(path + ending) }
      throw error
    }
  }

  private static func compare(
    _ source: some SQLConnection, _ target: some SQLConnection
  ) throws -> [TableContents] {
    try TableCopy.copy(from: source, into: target)
    let there = try TableCopy.contents(of: source), here = try TableCopy.contents(of: target)
    for (one, other) in zip(there, here) where one != other {
      throw StoreError(.unavailable, "the copy of \(one.name) is not the same")
    }
    return here
  }
}
