import Foundation
import Model
import Sentences

/// A database and what stands beside it under its name.
struct DatabaseFiles {
  let database: String
  private var log: String { database + "-wal" }
  /// An empty file, there once the database has its tables: where the database is missing or empty then, it was lost,
  /// and is not one that has yet to begin.
  private var marker: String { database + "-begun" }

  init(of database: String) { self.database = database }

  /// The database's size in bytes; `nil` if it is missing.
  var size: UInt64? { Self.size(database) }
  /// `true` if something tells that the database had content once. Look at this before its size: where another process
  /// is just making it, it has content before anything tells of it.
  ///
  /// A log is longer than its header only beside a database with content.
  var tellOfContent: Bool { hasLog || Self.size(marker) != nil }
  private var hasLog: Bool { Self.size(log) ?? 0 > WriteAheadLog.headerSize }

  /// Sets the marker where it is not there. It is synced with the folder in which it and the database stand.
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

  /// Instructions for going on without the database as it is. A log that stayed would be read into the copy, and the
  /// marker would keep a new database from being begun.
  var remedy: Sentence {
    let files = (size == nil ? [] : [database]) + (hasLog ? [log] : []) + (Self.size(marker) == nil ? [] : [marker])
    return "Move \(files.map(Sentence.init(verbatim:)).listed) away, and then put a copy in its place or begin anew"
  }

  private static func size(_ path: String) -> UInt64? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? UInt64
  }
}
