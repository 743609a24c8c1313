import Crypto
import Encoding
import Foundation
import Synchronization

/// The pages that these hands take orders from: for each a token, of which only the hash is kept, in a file that only its owner can read.
public final class TokenBook: Sendable {
  private struct Entry: Codable, Hashable { var origin: String, hash: String }
  private struct Kept: Codable { var version = 1, pages: [Entry] = [] }
  private let path: String
  private let kept: Mutex<Kept>

  /// - Throws: `HandsError` with `damaged` where the file is not what was written, `unwritable` where it cannot be read.
  public init(path: String) throws(HandsError) {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      kept = Mutex(Kept())
      return
    }
    guard let bytes = FileManager.default.contents(atPath: path) else { throw HandsError(.unwritable, path) }
    guard let read = try? JSONDecoder().decode(Kept.self, from: bytes), read.version == 1 else {
      throw HandsError(.damaged, "\(path) is damaged. Delete it, then pair each page again.")
    }
    kept = Mutex(read)
  }

  /// A new token for a page of this origin: 32 random bytes, base64url. It is told once.
  func issue(to origin: String) throws(HandsError) -> Secret {
    let text = Array(Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }).utf8)
    do {
      try kept.withLock { kept in
        var new = kept
        new.pages.append(Entry(origin: origin, hash: Self.hash(text)))
        try write(new)
        kept = new
      }
    } catch { throw HandsError(.unwritable, path) }
    return Secret(text)
  }

  /// The hash of a token that was issued to this origin; `nil` for every other.
  func page(_ token: Substring, of origin: String) -> String? {
    let hash = Self.hash(Array(token.utf8))
    return kept.withLock { kept in
      var found: String?
      // All are compared, so that the time says nothing.
      for entry in kept.pages where PairingCodes.isSame(Array(entry.hash.utf8), Array(hash.utf8)) && entry.origin == origin { found = entry.hash }
      return found
    }
  }

  private static func hash(_ token: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: token))) }

  private func write(_ new: Kept) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try encoder.encode(new), part = path + ".part"
    unlink(part)
    let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw HandsError(.unwritable, part) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    try handle.write(contentsOf: bytes)
    try handle.synchronize()
    try handle.close()
    guard rename(part, path) == 0 else { throw HandsError(.unwritable, path) }
  }
}

/// Why the hands cannot serve pages. Equal by code.
public struct HandsError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable { case damaged, unwritable }
  public var code: Code
  public var reason: String
  public var location: String
  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
