/// A shelf in a folder of this machine's disk.
public struct FileShelf: Shelf {
  private let folder: Folder

  /// - Parameter path: A folder of its own; it is made where it lacks, with its owner as the only reader.
  public init(path: String) throws(ShelfError) {
    do { folder = try Folder(path: path) } catch { throw ShelfError(cause: error) }
  }

  public func read(_ name: String) throws(ShelfError) -> [UInt8]? {
    do { return try folder.read(name) } catch { throw ShelfError(cause: error) }
  }
  public func write(_ bytes: [UInt8], as name: String) throws(ShelfError) {
    do { try folder.alone { try folder.replace(name, with: bytes) } } catch { throw ShelfError(cause: error) }
  }
  public func remove(_ name: String) throws(ShelfError) {
    do { try folder.alone { try folder.remove(name) } } catch { throw ShelfError(cause: error) }
  }
  public func names() throws(ShelfError) -> [String] {
    do { return try folder.names() } catch { throw ShelfError(cause: error) }
  }
}

extension ShelfError {
  init(cause: any Error) {
    self = if case Folder.Failure.full = cause { .full } else { .unavailable }
  }
}
