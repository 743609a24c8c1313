import Foundation

/// A small JSON file that only its owner can read, and that is old or new and never half.
enum OwnerFile {
  static func read<Value: Decodable>(_: Value.Type, at path: String) throws(HandsFileError) -> Value? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do { return try JSONDecoder().decode(Value.self, from: Data(contentsOf: URL(filePath: path))) } catch { throw HandsFileError(.damaged, path) }
  }

  static func write(_ value: some Encodable, at path: String) throws(HandsFileError) {
    let fresh = path + ".new"
    unlink(fresh)
    do {
      let bytes = try JSONEncoder().encode(value)
      guard FileManager.default.createFile(atPath: fresh, contents: bytes, attributes: [.posixPermissions: 0o600]) else {
        throw HandsFileError(.unwritable, path)
      }
    } catch { throw HandsFileError(.unwritable, path) }
    guard rename(fresh, path) == 0 else { throw HandsFileError(.unwritable, path) }
  }
}

/// Why a file of the hands cannot be used. Equal by code.
public struct HandsFileError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable { case damaged, unwritable }
  public var code: Code
  public var path: String
  init(_ code: Code, _ path: String) { self.code = code; self.path = path }
  public var description: String {
    switch code {
    case .damaged: "\(path) is damaged. It was left as it is: put it back from a copy, or move it away."
    case .unwritable: "\(path) cannot be written."
    }
  }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
