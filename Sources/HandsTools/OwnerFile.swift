import Foundation
import Sentences

/// A small JSON file that only its owner can read. A reader always finds either the old or the new content, never a
/// part of it.
public enum OwnerFile {
  package static let leaveAsItIs: Sentence = "It was left as it is: put it back from a copy, or move it away."

  /// - Parameter remedy: What the person can do if the file is damaged.
  /// - Returns: `nil` if there is no such file.
  package static func read<Value: Decodable>(_: Value.Type, at path: String, remedy: Sentence = leaveAsItIs)
    throws(HandsError) -> Value?
  {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw HandsError(.unwritable, "\(path) cannot be read.")
    }
    guard let value = try? JSONDecoder().decode(Value.self, from: bytes) else {
      throw HandsError(.damaged, "\(path) is damaged. \(remedy)")
    }
    return value
  }

  /// Writes the file. When this function returns, the file is on the disk.
  ///
  /// - Throws: `HandsError` with `unwritable`.
  public static func write(_ value: some Encodable, at path: String) throws(HandsError) {
    do { try replace(path, by: value) } catch { throw HandsError(.unwritable, "\(path) cannot be written.") }
  }

  /// Changes the contents of the file. Other programs that use this function cannot interfere with the change.
  ///
  /// - Parameter empty: The initial content if the file is missing.
  /// - Returns: The result of `change`.
  package static func change<Value: Codable, Result>(
    _ empty: Value, at path: String, remedy: Sentence = leaveAsItIs, _ change: (inout Value) -> Result
  ) throws(HandsError) -> Result {
    // Each change replaces the file itself, so a lock on the file would be a lock on its predecessor.
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw HandsError(.unwritable, "\(path) cannot be written.") }
    defer { close(lock) }
    // A program that was suspended in the middle of a change must not block this program too.
    let end = ContinuousClock.now + .seconds(5)
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK, ContinuousClock.now < end else {
        throw HandsError(.unwritable, "\(path) cannot be locked.")
      }
      usleep(2_000)
    }
    var value = try read(Value.self, at: path, remedy: remedy) ?? empty
    let result = change(&value)
    try write(value, at: path)
    return result
  }

  private static func replace(_ path: String, by value: some Encodable) throws {
    let bytes = try JSONEncoder.ordered.encode(value), part = path + ".part"
    unlink(part)
    let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    try handle.write(contentsOf: bytes)
    try handle.synchronize()
    try handle.close()
    guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    try OwnerFolder.sync(around: path)
  }
}

/// A JSON object whose members are in a fixed order.
package func jsonObject(_ value: some Encodable) throws -> String {
  String(decoding: try JSONEncoder.ordered.encode(value), as: UTF8.self)
}

extension JSONEncoder {
  fileprivate static var ordered: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// The reason why a file of the hands cannot be used. Errors are equal if their codes are.
public struct HandsError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable { case damaged, unwritable }
  public var code: Code
  public var reason: Sentence
  public var location: String
  public init(_ code: Code, _ reason: Sentence = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue) \(reason.english) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
