/// Where an authenticator keeps what it has to remember beside its keys: small named pieces, each of which is old or new and never half.
/// Everything on it is sealed by the authenticator first.
public protocol AuthenticatorStorage: Sendable {
  /// `nil` where there is no such piece.
  func read(_ name: String) throws(StorageError) -> [UInt8]?
  /// Replaces the piece; returns when it is durable.
  func write(_ bytes: [UInt8], as name: String) throws(StorageError)
  /// Nothing happens where there is no such piece.
  func remove(_ name: String) throws(StorageError)
  /// The names of all pieces, in no order.
  func names() throws(StorageError) -> [String]
  /// Does something while nobody else changes storage, in whichever process: what is read in it is still so when it writes.
  ///
  /// - Parameter body: Gets the storage to use inside it, and no other. It is short, and asks nobody.
  func alone<Result>(_ body: (any AuthenticatorStorage) throws -> Result) throws -> Result
}

/// Why storage did not do what it was asked.
public enum StorageError: Error, Hashable, Sendable {
  case full
  /// Another process has it for longer than one waits.
  case busy
  case unavailable
}

/// Storage in a folder of this machine's disk.
public struct FileStorage: AuthenticatorStorage {
  private let folder: Folder
  /// Whether whoever calls has the folder to themselves already.
  private let isAlone: Bool

  /// - Parameter path: A folder of its own; it is made where it lacks, with its owner as the only reader.
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
    do { return try folder.alone { try body(FileStorage(folder, isAlone: true)) } } catch let failure as Folder.Failure
    {
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
