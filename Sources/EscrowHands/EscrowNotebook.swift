import Crypto
import Encoding
import Foundation
import HandsTools

/// The data that one conversation of one origin keeps in a file.
protocol EscrowNotes: Codable, Sendable {
  /// The suffix of the name of the file.
  static var name: String { get }
}

/// An error thrown if another program is working on the same files.
struct EscrowBusy: Error {}

/// The files of unfinished and finished work, one for each origin and kind, accessible only to their owner (0600).
struct EscrowNotebook: Sendable {
  let folder: String

  /// Reads the notes of this origin.
  ///
  /// - Returns: `nil` if no work was begun.
  /// - Throws: `HandsError` with `damaged` if the file does not contain what was written. The damaged file is left
  ///   unchanged until it is discarded.
  func read<Notes: EscrowNotes>(_: Notes.Type, of origin: String) throws(HandsError) -> Notes? {
    try OwnerFile.read(Notes.self, at: path(Notes.self, origin))
  }

  func write<Notes: EscrowNotes>(_ notes: Notes, of origin: String) throws(HandsError) {
    try OwnerFolder.make(folder)
    try OwnerFile.write(notes, at: path(Notes.self, origin))
  }

  func forget<Notes: EscrowNotes>(_: Notes.Type, of origin: String) throws(HandsError) {
    let path = path(Notes.self, origin)
    guard unlink(path) == 0 || errno == ENOENT else { throw HandsError(.unwritable, "\(path) cannot be removed.") }
    try OwnerFolder.sync(folder)
  }

  /// Waits until no other program is working on this origin's files, then locks them. A terminal and a page's hands may
  /// work at the same time, and neither must overwrite what the other has read.
  ///
  /// - Throws: `EscrowBusy` if another program keeps the lock for longer than `patience`; `HandsError` with
  ///   `unwritable`.
  func lock(_ origin: String, patience: Duration) async throws -> FileLock {
    try OwnerFolder.make(folder)
    // Each change replaces the file, so locking the file itself would lock an outdated version.
    let path = "\(folder)/\(name(of: origin)).lock", end = ContinuousClock.now + patience
    while true {
      if let lock = try FileLock(at: path) { return lock }
      guard ContinuousClock.now < end else { throw EscrowBusy() }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Returns the path of the file. The origin is hashed, so that every origin yields a valid file name.
  func path<Notes: EscrowNotes>(_: Notes.Type, _ origin: String) -> String {
    "\(folder)/\(name(of: origin))-\(Notes.name).json"
  }
  private func name(of origin: String) -> String { Hex.encode(SHA256.hash(data: Array(origin.utf8)).prefix(16)) }
}
