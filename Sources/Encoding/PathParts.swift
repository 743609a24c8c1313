/// A file's path split into folder and name, without accessing the disk. Foundation's `deletingLastPathComponent`
/// crashes the program on a name of one character.
public struct PathParts: Hashable, Sendable {
  /// The folder part of the path; "." if there is none.
  public let folder: String
  /// The last component of the path.
  public let name: String

  /// Splits a path. Trailing slashes are ignored.
  public init(_ path: String) {
    let slash = UInt8(ascii: "/"), bytes = Array(path.utf8), isRooted = bytes.first == slash
    let whole = bytes[..<((bytes.lastIndex { $0 != slash } ?? -1) + 1)]
    let start = whole.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let above = whole[..<((whole[..<start].lastIndex { $0 != slash } ?? -1) + 1)]
    name = String(decoding: whole[start...], as: UTF8.self)
    folder = above.isEmpty ? (isRooted ? "/" : ".") : String(decoding: above, as: UTF8.self)
  }
}
