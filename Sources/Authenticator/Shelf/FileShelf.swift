/// A shelf in a folder of this machine's disk.
public struct FileShelf: Shelf {
  private let folder: Folder
  /// Whether whoever calls has the folder to themselves already.
  private let isAlone: Bool

  /// - Parameter path: A folder of its own; it is made where it lacks, with its owner as the only reader.
  public init(path: String) throws(ShelfError) {
    do { self.init(try Folder(path: path), isAlone: false) } catch { throw ShelfError(cause: error) }
  }
  private init(_ folder: Folder, isAlone: Bool) { (self.folder, self.isAlone) = (folder, isAlone) }

  public func read(_ name: String) throws(ShelfError) -> [UInt8]? {
    do { return try folder.read(name) } catch { throw ShelfError(cause: error) }
  }
  public func write(_ bytes: [UInt8], as name: String) throws(ShelfError) { try change { try folder.replace(name, with: bytes) } }
  public func remove(_ name: String) throws(ShelfError) { try change { try folder.remove(name) } }
  public func names() throws(ShelfError) -> [String] {
    do { return try folder.names() } catch { throw ShelfError(cause: error) }
  }

  public func alone<Result>(_ body: (any Shelf) throws -> Result) throws -> Result {
    guard !isAlone else { return try body(self) }
    do { return try folder.alone { try body(FileShelf(folder, isAlone: true)) } } catch let failure as Folder.Failure {
      throw ShelfError(cause: failure)
    }
  }

  private func change(_ body: () throws -> Void) throws(ShelfError) {
    do { if isAlone { try body() } else { try folder.alone(body) } } catch { throw ShelfError(cause: error) }
  }
}

extension ShelfError {
  init(cause: any Error) {
    self =
      switch cause {
      case Folder.Failure.full: .full
      case Folder.Failure.busy: .busy
      default: .unavailable
      }
  }
}
