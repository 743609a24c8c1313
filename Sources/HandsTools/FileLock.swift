import Foundation

/// A file that one program at a time can hold, until it lets go or ends.
package final class FileLock: Sendable {
  private let file: CInt

  /// - Returns: `nil` where somebody else holds it.
  /// - Throws: `HandsError` with `unwritable` where there can be no such file.
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
    // Not by closing alone: a program that is just being started has a copy of the descriptor until its own begins, and would hold the lock.
    flock(file, LOCK_UN)
    close(file)
  }
}
