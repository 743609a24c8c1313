import Authenticator
import Foundation

/// The store's folder. Each file in it is either old or new, never half-written, and only its owner can read it.
struct StoreFolder {
  let path: String
  private static let largest = 1 << 16

  /// Reads a file; returns `nil` if the file does not exist.
  func read(_ name: String) throws(KeyStoreError) -> [UInt8]? {
    let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw KeyStoreError(.unavailable, "A file of the key store cannot be read.") }
    defer { close(file) }
    var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 2048)
    while bytes.count < Self.largest {
      let more = Foundation.read(file, &part, part.count)
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw KeyStoreError(.unavailable, "A file of the key store cannot be read.") }
      if more == 0 { return bytes }
      bytes += part.prefix(more)
    }
    throw KeyStoreError(.failed, "A file of the key store is far too long.")
  }

  /// Writes a file. Returns once the file is on the storage medium.
  func write(_ bytes: [UInt8], as name: String) throws(KeyStoreError) {
    try make()
    let fresh = "\(path)/\(name).new"
    unlink(fresh)
    let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.unwritable }
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      position += count
    }
    let isOnMedium = position == bytes.count && fsync(file) == 0
    let failure = isOnMedium ? nil : Self.unwritable
    close(file)
    guard failure == nil, rename(fresh, "\(path)/\(name)") == 0 else {
      unlink(fresh)
      throw failure ?? Self.unwritable
    }
    try Self.sync(path)
  }

  /// Removes a file, if it exists, so that a power failure cannot bring it back.
  func remove(_ name: String) throws(KeyStoreError) {
    if unlink("\(path)/\(name)") == 0 { try Self.sync(path) } else if errno != ENOENT { throw Self.unwritable }
  }

  /// Flushes a folder's directory entries to the storage medium.
  private static func sync(_ path: String) throws(KeyStoreError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw unwritable }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw unwritable }
  }

  /// Calls `body` while neither another program nor another part of this one can change the store.
  func locked<Result>(_ body: () throws(KeyStoreError) -> Result) throws(KeyStoreError) -> Result {
    try make()
    let file = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.unwritable }
    defer { close(file) }
    let end = ContinuousClock.now + .seconds(10)
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK else { throw Self.unwritable }
      guard ContinuousClock.now < end else { throw KeyStoreError(.busy, "Another program holds the key store.") }
      usleep(2_000)
    }
    return try body()
  }

  private func make() throws(KeyStoreError) {
    if access(path, W_OK) == 0 { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw Self.unwritable }
    try Self.sync("\(path)/..")
  }

  private static var unwritable: KeyStoreError {
    [ENOSPC, EDQUOT, EFBIG].contains(errno)
      ? KeyStoreError(.full, "The disk is full.")
      : KeyStoreError(.unavailable, "The key store's folder cannot be written.")
  }
}
