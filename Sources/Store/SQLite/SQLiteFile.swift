import Encoding
import Foundation
import GRDB
import Model
import Sentences

/// The part that every store in an SQLite file has in common: opening, checking and migrating it, and naming its
/// failures.
enum SQLiteFile {
  /// Opens the file and brings its tables up to date; makes it where it is missing.
  ///
  /// - Parameter table: One that every database of the kind has. Its absence tells a database of another kind.
  /// - Throws: `StoreError.unavailable` where the file was emptied or removed, is damaged, is no database or one of
  ///   another kind, or where a newer program has written it. Nothing in it has changed then.
  static func open(_ path: String, having table: String, _ steps: [MigrationStep]) throws -> any DatabaseWriter {
    do {
      try inspect(path, having: table, steps)
      var configuration = Configuration()
      configuration.busyMode = patience
      let database = try DatabasePool(path: path, configuration: configuration)
      try database.writeWithoutTransaction { try writeThrough($0) }
      // What a crash left in the log goes into the database, so that the next commit begins the log anew: what an
      // earlier crash left would not be told from damage after another one. Where another process hinders it, it waits.
      _ = try? database.writeWithoutTransaction { try $0.checkpoint() }
      try migrate(database, steps)
      try DatabaseFiles(of: path).mark()
      return database
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      throw damaged(path, error.message ?? "")
    } catch { throw unavailable(error, opening: path) }
  }

  /// A connection that changes nothing.
  /// - Throws: `StoreError.unavailable` where the log beside it is damaged, of which SQLite says nothing.
  static func reading(_ path: String) throws -> DatabaseQueue {
    guard try !WriteAheadLog.isDamaged(of: path) else {
      throw StoreError(
        .unavailable,
        """
        \(path)-wal is damaged, and what was saved last is in it. \(DatabaseFiles(of: path).remedy), or go on with \
        what was saved before: sqlite3 '\(path)' 'PRAGMA wal_checkpoint(TRUNCATE)'
        """)
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = patience
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  static func migrate(_ database: any DatabaseWriter, _ steps: [MigrationStep]) throws {
    do { try database.write { try Migrations.run(steps, on: SQLiteConnection(database: $0)) } } catch {
      throw unavailable(error)
    }
  }

  /// The SQL is left out: its values could be somebody's.
  /// - Parameter path: The database's, where it is just being opened.
  static func unavailable(_ error: any Error, opening path: String? = nil) -> StoreError {
    let reason = (error as? DatabaseError).map { words(for: $0, path) } ?? (error as? StoreError)?.reason
    return StoreError(.unavailable, reason ?? "SQLite")
  }

  /// The description of an error. One that a person can do something about is told without SQLite's words and number.
  private static func words(for error: DatabaseError, _ path: String?) -> Sentence {
    switch error.resultCode {
    case .SQLITE_FULL: "the disk is full"
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY:
      if let path {
        "\(path) or its folder may not be read or written"
      } else {
        "its file or its folder may not be read or written"
      }
    default: Sentence(verbatim: "SQLite \(error.resultCode): \(error.message ?? "")")
    }
  }

  /// Syncs a folder, so that a file which was made, renamed or removed in it is so after a power cut too.
  static func syncFolder(of path: String) throws {
    let descriptor = Foundation.open(PathParts(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemRefusal() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw systemRefusal() }
  }

  /// The error of the call that just failed, in the system's own words.
  static func systemRefusal(file: String = #fileID, line: Int = #line) -> StoreError {
    StoreError(.unavailable, Sentence(verbatim: String(cString: strerror(errno))), file: file, line: line)
  }

  /// Makes each commit wait for the disk, so that whatever was answered survives a power cut. It is set after the pool
  /// was made, because a `DatabasePool` sets `NORMAL` on the connection that writes when it begins to log ahead.
  private static func writeThrough(_ writer: Database) throws {
    try writer.execute(sql: "PRAGMA synchronous = FULL")
    guard try Int.fetchOne(writer, sql: "PRAGMA synchronous") == 2 else {
      throw StoreError(.unavailable, "SQLite does not wait for the disk")
    }
  }

  /// Looks before anything is written: whoever opens for writing has begun to change the file.
  ///
  /// Every page is read, and every index held against its table. What is damaged would be met later, by somebody who
  /// wants to get in and whose passkey is not found.
  private static func inspect(_ path: String, having table: String, _ steps: [MigrationStep]) throws {
    let files = DatabaseFiles(of: path), hadContent = files.tellOfContent, size = files.size
    guard let size, size > 0 else {
      guard !hadContent else {
        throw StoreError(
          .unavailable,
          size == nil
            ? "\(path) is missing, and had something in it. \(files.remedy)"
            : "\(path) is empty, and had something in it. \(files.remedy)")
      }
      guard size == nil || !hasNeighbours(path) else {
        throw StoreError(.unavailable, "\(path) is empty, and other things stand beside it. \(files.remedy)")
      }
      return
    }
    let queue = try reading(path)
    defer { try? queue.close() }
    try queue.read { database in
      let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? ""
      guard finding == "ok" else { throw damaged(path, finding) }
      guard try database.tableExists("schema_version") else { return }
      guard try database.tableExists(table) else {
        throw StoreError(.unavailable, "\(path) is a database of another kind")
      }
      try Migrations.refuseNewer(try Migrations.version(on: SQLiteConnection(database: database)), than: steps)
    }
  }
  private static func damaged(_ path: String, _ finding: String) -> StoreError {
    let finding = finding.split(whereSeparator: \.isNewline).joined(separator: " ")
    return StoreError(.unavailable, "\(path) is damaged (SQLite: \(finding)). \(DatabaseFiles(of: path).remedy)")
  }

  /// A first start that was cut off leaves an empty file, alone. Beside anything else it was a database once, also
  /// where a program that set no marker had made it.
  private static func hasNeighbours(_ path: String) -> Bool {
    let place = PathParts(path), names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
    return names.contains { !$0.hasPrefix(place.name) }
  }

  private static let patience = Database.BusyMode.timeout(10)
}

/// The SQLite driver. Values are bound **by name**: SQLite numbers `$n` by first appearance in the text, not by n.
package struct SQLiteConnection: SQLConnection {
  let database: Database
  package var bytesType: String { "BLOB" }
  package var usedBytesQuery: String {
    """
    SELECT (page_count - freelist_count) * page_size AS bytes
    FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()
    """
  }

  package func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments(values)).map { row in
      SQLRow(columns: Dictionary(uniqueKeysWithValues: row.map { ($0, value($1.storage)) }))
    }
  }

  package func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try database.cachedStatement(sql: sql).execute(arguments: arguments(values))
    return database.changesCount
  }

  private func arguments(_ values: [SQLValue]) -> StatementArguments {
    let named: [String: (any DatabaseValueConvertible)?] = Dictionary(
      uniqueKeysWithValues: values.enumerated().map { ("\($0 + 1)", bound($1)) })
    return StatementArguments(named)
  }
  private func bound(_ value: SQLValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .integer(let integer): integer.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    }
  }
  private func value(_ storage: DatabaseValue.Storage) -> SQLValue {
    switch storage {
    case .null: .null
    case .int64(let integer): .integer(integer)
    case .double(let double): Int64(exactly: double).map(SQLValue.integer) ?? .null
    case .string(let text): .text(text)
    case .blob(let data): .bytes([UInt8](data))
    }
  }
}
