import Crypto
import Encoding
import Foundation

/// Seals what a page and these hands say to each other under the one thing that the two alone know: the SHA-256 of the page's token.
///
/// Each direction has a key of its own, HKDF-SHA256 of that hash without a salt. What is said is bound to where it goes (path, origin, the hands' port)
/// and to the opening that it was said for, so that nothing of it is good anywhere else, or a second time.
struct PageSeal: Sendable {
  enum Direction: String, Sendable { case order, answer }
  private let hash: SymmetricKey
  /// One line each: what this is, the path, the origin, the port, the opening.
  private let bound: [UInt8]

  /// - Parameters:
  ///   - hash: Of the page's token, 32 bytes.
  ///   - path: Such as `/card`.
  init(hash: [UInt8], path: String, origin: String, port: Int, opening: String) {
    self.hash = SymmetricKey(data: hash)
    bound = Array("latchstring/hands/v3\n\(path)\n\(origin)\n\(port)\n\(opening)".utf8)
  }

  /// - Returns: Nonce (12 bytes), ciphertext and tag (16 bytes), base64url.
  func seal(_ plain: some DataProtocol, _ direction: Direction) throws -> String {
    let box = try AES.GCM.seal(plain, using: key(direction), authenticating: bound)
    return Base64URL.encode(Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
  }

  /// - Returns: `nil` where it was sealed by somebody else, or for something else.
  func open(_ sealed: String, _ direction: Direction) -> Data? {
    guard let bytes = Base64URL.decode(sealed), let box = try? AES.GCM.SealedBox(combined: bytes) else { return nil }
    return try? AES.GCM.open(box, using: key(direction), authenticating: bound)
  }

  private func key(_ direction: Direction) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: hash, info: Array("latchstring/hands/v3/\(direction.rawValue)".utf8), outputByteCount: 32)
  }
}
