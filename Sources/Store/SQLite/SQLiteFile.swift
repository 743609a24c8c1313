import Encoding
import Foundation
import GRDB
import Model
import Sentences

/// The functionality that all stores in an SQLite file share: opening, checking and migrating it, and describing its
/// failures.
enum SQLiteFile {
  /// Opens the file, or creates it if missing, and brings its tables up to date.
  ///
  /// - Parameter table: A table that every database of this kind has. Its absence indicates a database of a different
  ///   kind.
  /// - Throws: `StoreError.unavailable` if the file was emptied or removed, is damaged, is not a database or is one of
  ///   a different kind, or was written by a newer program. In that case, nothing in it has changed.
  ///
  /// Before tables of an older version are changed, a copy is written beside the file.
  static func open(_ path: String, having table: String, _ steps: [MigrationStep]) throws -> any DatabaseWriter {
    do {
      try inspect(path, having: table, steps)
      var configuration = Configuration()
      configuration.busyMode = patience
      let database = try DatabasePool(path: path, configuration: configuration)
      try database.writeWithoutTransaction { try writeThrough($0) }
      // Moves what a crash left in the log into the database, so that the next commit restarts the log. Otherwise,
      // after a further crash, remains of the earlier one could not be distinguished from damage. If a different
      // process interferes, this can wait.
      _ = try? database.writeWithoutTransaction { try $0.checkpoint() }
      try CopyBeforeUpgrade.write(database, at: path, before: steps)
      try migrate(database, steps)
      try DatabaseFiles(of: path).mark()
      return database
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      throw damaged(path, error.message ?? "")
    } catch { throw unavailable(error, opening: path) }
  }

  /// Opens a read-only connection.
  /// - Throws: `StoreError.unavailable` if the log next to the database is damaged, which SQLite does not report.
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

  /// Returns the store error for any error. The SQL is omitted, because its values could be personal.
  /// - Parameter path: The database's path, if the database is just being opened.
  static func unavailable(_ error: any Error, opening path: String? = nil) -> StoreError {
    let reason = (error as? DatabaseError).map { words(for: $0, path) } ?? (error as? StoreError)?.reason
    return StoreError(.unavailable, reason ?? "SQLite")
  }

  /// Describes an error. If a person can do something about it, SQLite's own message and code are omitted.
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

  /// Syncs a folder, so that the creation, renaming or removal of a file in it survives a power cut.
  static func syncFolder(of path: String) throws {
    let descriptor = Foundation.open(PathParts(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemRefusal() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw systemRefusal() }
  }

  /// Returns the error of the call that just failed, with the system's own message.
  static func systemRefusal(file: String = #fileID, line: Int = #line) -> StoreError {
    StoreError(.unavailable, Sentence(verbatim: String(cString: strerror(errno))), file: file, line: line)
  }

  /// Makes each commit wait for the disk, so that everything confirmed survives a power cut. It is set after the pool
  /// is created, because a `DatabasePool` sets `NORMAL` on the writing connection when it enables write-ahead logging.
  private static func writeThrough(_ writer: Database) throws {
    try writer.execute(sql: "PRAGMA synchronous = FULL")
    guard try Int.fetchOne(writer, sql: "PRAGMA synchronous") == 2 else {
      throw StoreError(.unavailable, "SQLite does not wait for the disk")
    }
  }

  /// Inspects the file before anything is written, because merely opening it for writing begins to change it.
  ///
  /// Every page is read, and every index is checked against its table. Otherwise, damage would be discovered later, by
  /// someone who wants to sign in and whose passkey is not found.
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

  /// An interrupted first start leaves an empty file with no accompanying files. If such files exist, the file was once
  /// a database, even if it was created by a program that set no marker.
  private static func hasNeighbours(_ path: String) -> Bool {
    let place = PathParts(path), names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
    return names.contains { !$0.hasPrefix(place.name) }
  }

  private static let patience = Database.BusyMode.timeout(10)
}
