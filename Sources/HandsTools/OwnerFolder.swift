import Encoding
import Foundation

/// A folder that only its owner can read and whose files survive a power failure.
public enum OwnerFolder {
  /// Creates the folder and any missing parent folders.
  ///
  /// - Throws: `HandsError` with `unwritable` if it cannot be created.
  public static func make(_ path: String) throws(HandsError) {
    let files = FileManager.default
    if files.fileExists(atPath: path) { return }
    let above = PathParts(path).folder
    if above != path { try make(above) }
    do {
      try files.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw HandsError(.unwritable, "\(path) cannot be made.") }
    try sync(above)
  }

  /// Writes the folder's list of files to the disk. Until that is done, a power failure can bring back a file that was
  /// replaced or removed, or lose a file that was created.
  ///
  /// - Throws: `HandsError` with `unwritable`.
  package static func sync(_ path: String) throws(HandsError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw HandsError(.unwritable, "\(path) cannot be opened.") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw HandsError(.unwritable, "\(path) cannot be written to the disk.") }
  }
  /// Syncs the folder that contains a file.
  public static func sync(around file: String) throws(HandsError) {
    try sync(PathParts(file).folder)
  }
}

/// A file that only one program at a time can lock, until that program unlocks it or ends.
package final class FileLock: Sendable {
  private let file: CInt

  /// - Returns: `nil` if another program holds the lock.
  /// - Throws: `HandsError` with `unwritable` if the file cannot be created.
  package init?(at path: String) throws(HandsError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw HandsError(.unwritable, "\(path) cannot be written.") }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    self.file = file
  }
  deinit {
    // Closing the file is not enough. A program that is just being started has a copy of the descriptor until its own
    // code begins, and would keep the lock.
    flock(file, LOCK_UN)
    close(file)
  }
}
