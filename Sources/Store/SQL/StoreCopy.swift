import Foundation
import Model

/// Moves a site's accounts from a file into PostgreSQL and back.
public enum StoreCopy {
  /// Copies a file's rows into a database that has tables and no accounts. Nobody may write to the file meanwhile.
  ///
  /// - Returns: What is in both now.
  /// - Throws: `StoreError`.
  public static func copy(file path: String, into address: PostgreSQLAddress) throws -> [TableContents] {
    try DatabaseCopy(.site).copy(file: path, into: address) { file in
      guard try file.query("SELECT entry_id FROM audit_waiting LIMIT 1", []).isEmpty else {
        throw StoreError(.unavailable, "entries of the audit log still wait for their places. Stop its servers first")
      }
    }
  }

  /// Copies a database's rows into a new file, after the audit log's waiting entries got their places. Its servers may
  /// not run meanwhile.
  ///
  /// - Returns: What is in both now.
  /// - Throws: `StoreError`, also if something already exists at `path`.
  public static func copy(_ address: PostgreSQLAddress, intoFile path: String) throws -> [TableContents] {
    try DatabaseCopy(.site).copy(address, intoFile: path) { lane in
      while try lane.waiting(.sweep, { try SQLRecords(connection: $0).chainWaiting(limit: PostgreSQLStore.batch) }) {}
    }
  }
}

/// Moves a whole database from a file into PostgreSQL and back. Nothing is kept of a copy unless every row is the same.
package struct DatabaseCopy {
  private let tables: TableSet
  package init(_ tables: TableSet) { self.tables = tables }

  /// Copies a file's rows into a database that has tables and nobody's rows. Nobody may write to the file meanwhile.
  package func copy(file path: String, into address: PostgreSQLAddress) throws -> [TableContents] {
    try copy(file: path, into: address) { _ in }
  }
  /// Copies a database's rows into a new file. Nobody may write to the database meanwhile.
  package func copy(_ address: PostgreSQLAddress, intoFile path: String) throws -> [TableContents] {
    try copy(address, intoFile: path) { _ in }
  }

  fileprivate func copy(
    file path: String, into address: PostgreSQLAddress, _ look: (SQLiteConnection) throws -> Void
  ) throws -> [TableContents] {
    let file = try SQLiteDatabase(reading: path, having: tables.own, tables.steps)
    _ = try PostgreSQLDatabase(address, having: tables.own, tables.steps)
    return try file.writer.read { database in
      let source = SQLiteConnection(database: database)
      try look(source)
      return try PostgreSQLLane(address).waiting(.migration) { try compare(source, $0) }
    }
  }

  fileprivate func copy(
    _ address: PostgreSQLAddress, intoFile path: String, _ prepare: (PostgreSQLLane) throws -> Void
  ) throws -> [TableContents] {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.unavailable, "something stands there already. Take another name")
    }
    _ = try PostgreSQLDatabase(address, having: tables.own, tables.steps)
    let lane = PostgreSQLLane(address)
    try prepare(lane)
    let file = try SQLiteDatabase(path: path, having: tables.own, tables.steps)
    do {
      let contents = try lane.waiting(.read) { source in
        try file.writer.write { try compare(source, SQLiteConnection(database: $0)) }
      }
      try file.writer.close()
      return contents
    } catch {
      try? file.writer.close()
      for ending in ["", "-wal", "-shm", "-begun"] { unlink(path + ending) }
      throw error
    }
  }

  private func compare(_ source: some SQLConnection, _ target: some SQLConnection) throws -> [TableContents] {
    try tables.expectRoom(in: target)
    // While one of them is read through, the other waits for longer than a server's transactions may.
    try source.waitAsLongAsItTakes()
    try target.waitAsLongAsItTakes()
    try TableCopy.copy(tables.copied, from: source, into: target)
    let there = try TableCopy.contents(tables.copied, of: source)
    let here = try TableCopy.contents(tables.copied, of: target)
    for (one, other) in zip(there, here) where one != other {
      throw StoreError(.unavailable, "the copy of \(one.name) is not the same")
    }
    return here
  }
}
