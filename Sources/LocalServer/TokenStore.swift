import Crypto
import Encoding
import Foundation
import HandsTools
import Sentences

/// The pages from which these hands accept orders. Each page has a token, of which only the hash is kept, in a file
/// that only its owner can read. The file is reread every time, because hands for another page may be running at the
/// same time.
///
/// Apart from the token itself, the hash is the only thing known to just the page and the hands. With it, the hands
/// prove that they are the ones that the page met, before the page sends them anything, because another program on this
/// computer may have taken over their port.
public final class TokenStore: Sendable {
  private struct Entry: Codable, Hashable { var origin: String, hash: String }
  private struct Kept: Codable { var version = 1, pages: [Entry] = [] }
  private let path: String
  private static let remedy: Sentence = "Delete it, then pair each page again."

  /// - Throws: `HandsError` with `damaged` if the file is not what was written, or with `unwritable` if it cannot be
  ///   read.
  public init(path: String) throws(HandsError) {
    self.path = path
    _ = try pages()
  }

  /// Issues a token to a page of this origin: 32 random bytes, base64url. The token is revealed only once.
  func issue(to origin: String) throws(HandsError) -> Secret {
    let text = Array(Base64URL.encode(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }).utf8)
    try OwnerFile.change(Kept(), at: path, remedy: Self.remedy) {
      $0.pages.append(Entry(origin: origin, hash: Base64URL.encode(Self.hash(text))))
    }
    return Secret(text)
  }

  /// Returns `true` if the text is the token with that hash.
  static func isToken(_ text: String, of hash: [UInt8]) -> Bool {
    ConstantTime.areEqual(Self.hash(Array(text.utf8)), hash)
  }

  /// Proves that these hands know the hash of a page's token: HMAC-SHA-256, with the hash as the key, over the
  /// protocol's name, the origin, the hands' own port and the page's challenge, each on a line. Because the port is
  /// included, a different program cannot obtain its response from hands that listen elsewhere.
  static func proof(under hash: [UInt8], of origin: String, port: Int, challenge: String) -> [UInt8] {
    let said = Array("latchstring/hands/v1\n\(origin)\n\(port)\n\(challenge)".utf8)
    return Array(HMAC<SHA256>.authenticationCode(for: said, using: SymmetricKey(data: hash)))
  }

  /// Returns the SHA-256 of the token to which a page of this origin refers by this name.
  ///
  /// - Parameter name: The page's name for its token, which does not reveal the token: base64url of the SHA-256 of the
  ///   token's hash.
  /// - Returns: `nil` if these hands have issued no token of this name to this origin.
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
  static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
