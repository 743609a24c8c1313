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
    let remedy = "Delete it, then pair each page again."
    let read = try OwnerFile.read(Kept.self, at: path, remedy: remedy) ?? Kept()
    guard read.version == 1 else { throw HandsError(.damaged, "\(path) is damaged. \(remedy)") }
    kept = Mutex(read)
  }

  /// A new token for a page of this origin: 32 random bytes, base64url. It is told once.
  func issue(to origin: String) throws(HandsError) -> Secret {
    let text = Array(Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }).utf8)
    try kept.withLock { kept throws(HandsError) in
      var new = kept
      new.pages.append(Entry(origin: origin, hash: Self.hash(text)))
      try OwnerFile.write(new, at: path)
      kept = new
    }
    return Secret(text)
  }

  /// The hash of a token that was issued to this origin; `nil` for every other.
  func page(_ token: Substring, of origin: String) -> String? {
    let hash = Self.hash(Array(token.utf8))
    return kept.withLock { kept in
      var found: String?
      // All are compared, so that the time says nothing.
      for entry in kept.pages where ConstantTime.areEqual(entry.hash.utf8, hash.utf8) && entry.origin == origin { found = entry.hash }
      return found
    }
  }

  private static func hash(_ token: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: token))) }
}
