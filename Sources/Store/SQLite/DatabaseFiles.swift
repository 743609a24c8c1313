import Foundation
import Model
import Sentences

/// A database file and the accompanying files that share its name.
struct DatabaseFiles {
  let database: String
  private var log: String { database + "-wal" }
  /// An empty file, created once the database has its tables. If the database is missing or empty while this file
  /// exists, the database was lost rather than never created.
  private var marker: String { database + "-begun" }

  init(of database: String) { self.database = database }

  /// The database's size in bytes; `nil` if it is missing.
  var size: UInt64? { Self.size(database) }
  /// `true` if there is evidence that the database once had content. Check this before the size: while a different
  /// process is creating the database, content exists before this evidence does.
  ///
  /// A log longer than its header exists only next to a database with content.
  var tellOfContent: Bool { hasLog || Self.size(marker) != nil }
  private var hasLog: Bool { Self.size(log) ?? 0 > WriteAheadLog.headerSize }

  /// Creates the marker if it is missing, and syncs the marker and the folder that contains it and the database.
  func mark() throws {
    let file = Foundation.open(marker, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      guard errno == EEXIST else {
        throw StoreError(.unavailable, "\(marker) cannot be made: \(String(cString: strerror(errno)))")
      }
      return
    }
    defer { close(file) }
    guard fsync(file) == 0 else { throw SQLiteFile.systemRefusal() }
    try SQLiteFile.syncFolder(of: marker)
  }

  /// Instructions for continuing without the current database. A leftover log would be read into the copy, and the
  /// marker would prevent the creation of a new database.
  var remedy: Sentence {
    let files = (size == nil ? [] : [database]) + (hasLog ? [log] : []) + (Self.size(marker) == nil ? [] : [marker])
    return "Move \(files.map(Sentence.init(verbatim:)).listed) away, and then put a copy in its place or begin anew"
  }

  private static func size(_ path: String) -> UInt64? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? UInt64
  }
}
