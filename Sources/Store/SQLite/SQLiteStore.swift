import Foundation
import GRDB
import Model
import Sentences

/// A store with everything in one SQLite file. It uses write-ahead logging, so readers never wait for the writer.
public struct SQLiteStore: Store {
  private let file: SQLiteDatabase
  var database: any DatabaseWriter { file.writer }

  /// Opens the file, or creates it if missing, and brings its tables up to date.
  /// - Throws: `StoreError.unavailable` if the file cannot be opened, is damaged or emptied, is not one of our
  ///   databases, or was written by a newer version.
  public init(path: String) throws {
    file = try SQLiteDatabase(path: path, having: "accounts", Migrations.steps)
    try file.overwriteDeleted()
  }

  /// Opens an existing file read-only. Nothing in the file is changed, and its server may continue to run.
  /// - Throws: `StoreError.outdated` if the tables are those of an older version, and `StoreError.unavailable` also if
  ///   they are those of a newer one.
  public init(reading path: String) throws {
    file = try SQLiteDatabase(reading: path, having: "accounts", Migrations.steps)
  }

  /// Creates a store that lasts only as long as the process, for the demo and for tests.
  public init() throws { file = try SQLiteDatabase(Migrations.steps) }

  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result {
    try await Consequences.of { consequences in
      try await file.write { try consequences.perform(work, on: $0) }
    }
  }
  public func read<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result {
    try await Consequences.of { consequences in
      try await file.read { try consequences.perform(work, on: $0) }
    }
  }
  public func forgetDeleted() async -> Bool { await file.emptyLog() }
}

extension SQLiteStore {
  /// Reads every page of the file, and checks each index against its table.
  ///
  /// - Throws: `StoreError.unavailable` if something in the file is damaged.
  public func checkIntegrity() async throws {
    do {
      let finding = try await database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") ?? "" }
      guard finding == "ok" else { throw StoreError(.unavailable, Sentence(verbatim: "SQLite: \(finding)")) }
    } catch { throw SQLiteFile.unavailable(error) }
  }

  /// Writes a copy of the database to a new file; see ``Snapshot``.
  ///
  /// - Throws: `StoreError.unavailable` if something already exists at `path`, or if there is no space for the copy.
  public func copy(to path: String) async throws { try Snapshot.write(database, to: path) }
}
