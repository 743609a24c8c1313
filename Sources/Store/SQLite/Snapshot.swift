import Foundation
import GRDB
import Model

/// A copy of a database in a new file that only its owner can read.
enum Snapshot {
  /// Writes the copy, and returns once it is on the disk. The database's server may continue to run.
  ///
  /// - Throws: `StoreError.unavailable` if something already exists at `path`, or if there is no space for the copy. No
  ///   partial copy is left behind.
  static func write(_ database: any DatabaseWriter, to path: String) throws {
    // The file is created first, still empty, because SQLite would make it readable by everyone.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw errno == EEXIST
        ? StoreError(.unavailable, "something stands there already. Take another name") : SQLiteFile.systemRefusal()
    }
    defer { close(file) }
    do {
      try database.vacuum(into: path)
      // As soon as the copy is reported as complete, a person may unplug the drive.
      guard fsync(file) == 0 else { throw SQLiteFile.systemRefusal() }
      try SQLiteFile.syncFolder(of: path)
    } catch {
      unlink(path)
      throw SQLiteFile.unavailable(error)
    }
  }
}
