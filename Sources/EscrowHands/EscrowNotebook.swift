import Crypto
import Encoding
import Foundation
import HandsTools

/// The data that one conversation of one origin keeps in a file.
protocol EscrowNotes: Codable, Sendable {
  /// The end of the name of the file.
  static var name: String { get }
}

/// Another program is working on the same files.
struct EscrowBusy: Error {}

/// The files of what was begun and of what is finished, one for each origin and kind, for their owner alone (0600).
struct EscrowNotebook: Sendable {
  let folder: String

  /// - Returns: `nil` if nothing was begun.
  /// - Throws: `HandsError` with `damaged` where the file is not what was written: it is left as it is until it is
  ///   discarded.
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

  /// Waits until no other program works on this origin's files: a terminal and the hands of a page may do so at the
  /// same time, and neither must overwrite what the other has read.
  ///
  /// - Throws: `EscrowBusy` if one does so for longer than `patience`; `HandsError` with `unwritable`.
  func lock(_ origin: String, patience: Duration) async throws -> FileLock {
    try OwnerFolder.make(folder)
    // Files are replaced by each change, so that a lock on one of them would be a lock on the last one.
    let path = "\(folder)/\(name(of: origin)).lock", end = ContinuousClock.now + patience
    while true {
      if let lock = try FileLock(at: path) { return lock }
      guard ContinuousClock.now < end else { throw EscrowBusy() }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// The path of the file. The origin is hashed, so that it makes a file name whatever it is.
  func path<Notes: EscrowNotes>(_: Notes.Type, _ origin: String) -> String {
    "\(folder)/\(name(of: origin))-\(Notes.name).json"
  }
  private func name(of origin: String) -> String { Hex.encode(SHA256.hash(data: Array(origin.utf8)).prefix(16)) }
}
