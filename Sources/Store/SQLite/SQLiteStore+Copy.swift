import Foundation
import GRDB
import Model

extension SQLiteStore {
  /// Writes the database as it is at one moment into a new file that only its owner can read; its server may go on meanwhile.
  ///
  /// - Throws: `StoreError.unavailable` where something stands at `path` already, or there is no room for it. Nothing half is left.
  public func copy(to path: String) async throws {
    // The file is made first and stays empty until then, because SQLite would let everybody read it.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError(.unavailable, errno == EEXIST ? "something stands there already" : String(cString: strerror(errno))) }
    defer { close(file) }
    do {
      try await database.vacuum(into: path)
      // Whoever reads that the copy is made may pull the stick out.
      guard fsync(file) == 0 else { throw StoreError(.unavailable, String(cString: strerror(errno))) }
      try SQLiteFile.syncFolder(of: path)
    } catch {
      unlink(path)
      throw SQLiteFile.unavailable(error)
    }
  }
}
