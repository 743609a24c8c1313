import Foundation

/// A folder of small files, each replaced as a whole: the new content is written to a temporary file, synced and
/// renamed, and then the folder is synced. Only its owner can read it.
///
/// Several processes may use the folder at once. A lock file makes them take turns.
struct Folder: Sendable {
  /// The reason why a file could not be read or written.
  enum Failure: Error, Hashable {
    case full
    /// Another process has held the folder for longer than the time limit.
    case busy
    case unavailable
  }

  let path: String

  init(path: String) throws(Failure) {
    self.path = path
    if mkdir(path, 0o700) == 0 { try Self.sync(path + "/..") } else if errno != EEXIST { throw .unavailable }
    guard chmod(path, 0o700) == 0 else { throw .unavailable }
  }

  /// Runs `body` with exclusive use of the folder.
  func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = open(file(Self.lockName), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw Failure.unavailable }
    defer { close(lock) }
    let end = ContinuousClock.now + Self.patience
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK else { throw Failure.unavailable }
      guard ContinuousClock.now < end else { throw Failure.busy }
      usleep(1_000)
    }
    return try body()
  }

  /// Returns the file's content, or `nil` if there is no such file.
  func read(_ name: String) throws(Failure) -> [UInt8]? {
    try check(name)
    let descriptor = open(file(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .unavailable }
      return nil
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { throw .unavailable }
        continue
      }
      bytes += buffer.prefix(count)
    }
  }

  /// Replaces a file. Must be called inside ``alone(_:)``. The temporary file has a fixed name, so that a crash leaves
  /// at most one such file, which the next write replaces.
  func replace(_ name: String, with bytes: [UInt8]) throws(Failure) {
    try check(name)
    let part = file(Self.partName)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    let failure = Self.write(bytes, to: descriptor)
    close(descriptor)
    if let failure {
      unlink(part)
      throw failure
    }
    guard rename(part, file(name)) == 0 else { throw Self.failure(errno) }
    try sync()
  }

  func remove(_ name: String) throws(Failure) {
    try check(name)
    guard unlink(file(name)) == 0 else {
      guard errno == ENOENT else { throw .unavailable }
      return
    }
    try sync()
  }

  /// Returns the names of all files, except the folder's own two.
  func names() throws(Failure) -> [String] {
    guard let folder = opendir(path) else { throw .unavailable }
    defer { closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if Self.isName(name) { names.append(name) }
    }
    guard errno == 0 else { throw .unavailable }
    return names
  }

  /// The time to wait for the lock. Each process holds the lock for at most a few writes. A process that holds it for
  /// longer was stopped.
  private static let patience = Duration.seconds(10)
  private static let lockName = ".lock", partName = ".part"

  private func file(_ name: String) -> String { path + "/" + name }

  private func check(_ name: String) throws(Failure) { guard Self.isName(name) else { throw .unavailable } }

  /// Returns `true` if the name has only lowercase letters, digits and hyphens, so that no name leads out of the
  /// folder.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Failure? {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { return failure(errno) }
      written += max(count, 0)
    }
    return fsync(descriptor) == 0 ? nil : failure(errno)
  }

  private func sync() throws(Failure) { try Self.sync(path) }

  private static func sync(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unavailable }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .unavailable }
  }

  /// `full` means that the disk is full, the owner's quota is used up, or the file size limit is reached.
  private static func failure(_ number: Int32) -> Failure {
    [ENOSPC, EDQUOT, EFBIG].contains(number) ? .full : .unavailable
  }
}
