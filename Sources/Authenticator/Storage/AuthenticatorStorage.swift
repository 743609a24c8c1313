/// Durable storage for an authenticator's data other than keys: small named pieces, each replaced as a whole. The
/// authenticator seals everything before it is stored.
public protocol AuthenticatorStorage: Sendable {
  /// `nil` if there is no such piece.
  func read(_ name: String) throws(StorageError) -> [UInt8]?
  /// Replaces the piece; returns when it is durable.
  func write(_ bytes: [UInt8], as name: String) throws(StorageError)
  /// Does nothing if there is no such piece.
  func remove(_ name: String) throws(StorageError)
  /// The names of all pieces, in no particular order.
  func names() throws(StorageError) -> [String]
  /// Runs `body` while no other process changes the storage, so that anything `body` reads is still current when it
  /// writes.
  ///
  /// - Parameter body: Receives the storage to use inside it, and must use no other. It is short, and does not ask the
  ///   person anything.
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

  /// - Parameter path: A dedicated folder; it is created if absent, readable only by its owner.
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
