import Crypto
import Encoding
import Foundation
import HandsTools
import Sentences

/// The pages that these hands take orders from: for each a token, of which only the hash is kept, in a file that only
/// its owner can read. It is read anew each time: hands for another page may have one of their own running.
///
/// The hash is the one thing that the page and the hands alone know, besides the token itself. So the hands prove with
/// it that they are the ones that the page met, before the page tells them anything: another program of this computer
/// may have taken their port.
public final class TokenStore: Sendable {
  private struct Entry: Codable, Hashable { var origin: String, hash: String }
  private struct Kept: Codable { var version = 1, pages: [Entry] = [] }
  private let path: String
  private static let remedy: Sentence = "Delete it, then pair each page again."

  /// - Throws: `HandsError` with `damaged` where the file is not what was written, `unwritable` where it cannot be
  ///   read.
  public init(path: String) throws(HandsError) {
    self.path = path
    _ = try pages()
  }

  /// Issues a token to a page of this origin: 32 random bytes, base64url. It is told once.
  func issue(to origin: String) throws(HandsError) -> Secret {
    let text = Array(Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }).utf8)
    try OwnerFile.change(Kept(), at: path, remedy: Self.remedy) {
      $0.pages.append(Entry(origin: origin, hash: Base64URL.encode(Self.hash(text))))
    }
    return Secret(text)
  }

  /// `true` if this is the token with that hash.
  static func isToken(_ text: String, of hash: [UInt8]) -> Bool {
    ConstantTime.areEqual(Self.hash(Array(text.utf8)), hash)
  }

  /// Proves that these hands issued a token: HMAC-SHA-256, with its hash as the key, over what this is, the origin, the
  /// hands' own port and the page's challenge, each on a line. With the port in it, no other program can have its
  /// answer given by hands that listen elsewhere.
  ///
  /// - Parameter name: By which the page calls its token without telling it: base64url of the SHA-256 of the token's
  ///   hash.
  /// - Returns: `nil` if they issued none of this name to this origin.
  func proof(for name: String, of origin: String, port: Int, challenge: String) throws(HandsError) -> [UInt8]? {
    guard let hash = try hash(named: name, of: origin) else { return nil }
    let said = Array("latchstring/hands/v1\n\(origin)\n\(port)\n\(challenge)".utf8)
    return Array(HMAC<SHA256>.authenticationCode(for: said, using: SymmetricKey(data: hash)))
  }

  /// The SHA-256 of the token that a page of this origin calls by this name.
  func hash(named name: String, of origin: String) throws(HandsError) -> [UInt8]? {
    for entry in try pages() where entry.origin == origin {
      if let hash = Base64URL.decode(entry.hash), Base64URL.encode(Self.hash(hash)) == name { return hash }
    }
    return nil
  }

  private func pages() throws(HandsError) -> [Entry] {
    let kept = try OwnerFile.read(Kept.self, at: path, remedy: Self.remedy) ?? Kept()
    guard kept.version == 1 else { throw HandsError(.damaged, "\(path) is damaged. \(Self.remedy)") }
    return kept.pages
  }
  private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
