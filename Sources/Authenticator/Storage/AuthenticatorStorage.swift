/// Durable storage for an authenticator's data other than keys. It consists of small named pieces, each replaced as a
/// whole. The authenticator seals everything before it is stored.
public protocol AuthenticatorStorage: Sendable {
  /// Returns the piece, or `nil` if there is no such piece.
  func read(_ name: String) throws(StorageError) -> [UInt8]?
  /// Replaces the piece. Returns once the new content is durable.
  func write(_ bytes: [UInt8], as name: String) throws(StorageError)
  /// Removes the piece. Does nothing if there is no such piece.
  func remove(_ name: String) throws(StorageError)
  /// Returns the names of all pieces, in no particular order.
  func names() throws(StorageError) -> [String]
  /// Runs `body` while no other process changes the storage, so that anything `body` reads is still current when it
  /// writes.
  ///
  /// - Parameter body: A short closure that does not ask the person anything. It receives the storage to use, and must
  ///   use no other.
  func alone<Result>(_ body: (any AuthenticatorStorage) throws -> Result) throws -> Result
}

/// The reason why a storage operation failed.
public enum StorageError: Error, Hashable, Sendable {
  case full
  /// Another process has held the storage for longer than the time limit.
  case busy
  case unavailable
}

/// Storage in a folder on this machine's disk.
public struct FileStorage: AuthenticatorStorage {
  private let folder: Folder
  /// `true` if the caller already holds the folder's lock.
  private let isAlone: Bool

  /// - Parameter path: A dedicated folder. If absent, it is created so that only its owner can read it.
  public init(path: String) throws(StorageError) {
    do { self.init(try Folder(path: path), isAlone: false) } catch { throw StorageError(cause: error) }
  }
  private init(_ folder: Folder, isAlone: Bool) { (self.folder, self.isAlone) = (folder, isAlone) }

  public func read(_ name: String) throws(StorageError) -> [UInt8]? {
    do { return try folder.read(name) } catch { throw StorageError(cause: error) }
  }
  public func write(_ bytes: [UInt8], as name: String) throws(StorageError) {
    try change { try folder.replace(name, with: bytes) }
  }
  public func remove(_ name: String) throws(StorageError) { try change { try folder.remove(name) } }
  public func names() throws(StorageError) -> [String] {
    do { return try folder.names() } catch { throw StorageError(cause: error) }
  }

  public func alone<Result>(_ body: (any AuthenticatorStorage) throws -> Result) throws -> Result {
    guard !isAlone else { return try body(self) }
    do {
      return try folder.alone { try body(FileStorage(folder, isAlone: true)) }
    } catch let failure as Folder.Failure {
      throw StorageError(cause: failure)
    }
  }

  private func change(_ body: () throws -> Void) throws(StorageError) {
    do { if isAlone { try body() } else { try folder.alone(body) } } catch { throw StorageError(cause: error) }
  }
}

extension StorageError {
  init(cause: any Error) {
    self =
      switch cause {
      case Folder.Failure.full: .full
      case Folder.Failure.busy: .busy
      default: .unavailable
      }
  }
}
