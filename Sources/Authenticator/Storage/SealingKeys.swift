import Crypto
import Encoding
import Foundation

/// The keys that seal data outside the authenticator: pieces in its storage, and credentials in their ids. Data is
/// sealed with AES-256-GCM (NIST SP 800-38D) and random nonces, under keys derived with HKDF-SHA-256 (RFC 5869) from
/// the store's sealing key. After a reset, data that was sealed earlier can no longer be opened.
struct SealingKeys: Sendable {
  private let pieces: SymmetricKey, identifiers: SymmetricKey, names: SymmetricKey

  init(_ sealingKey: Secret) {
    let root = sealingKey.withBytes { SymmetricKey(data: $0) }
    func key(_ purpose: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: root, info: Data("latchstring authenticator: \(purpose)".utf8), outputByteCount: 32)
    }
    (pieces, identifiers, names) = (key("pieces on the shelf 1"), key("credential ids 1"), key("names of pieces 1"))
  }

  /// Returns `true` if each can open data sealed by the other.
  func opensSame(as other: SealingKeys) -> Bool { pieces == other.pieces }

  /// - Parameter name: The piece's name. The piece can be opened only under this name.
  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
    try Self.seal(bytes, with: pieces, bound: Array(name.utf8))
  }
  /// Opens a piece. Returns `nil` if it is damaged, belongs to a different authenticator, or was sealed before a reset.
  func open(_ bytes: [UInt8], as name: String) -> [UInt8]? { Self.open(bytes, with: pieces, bound: Array(name.utf8)) }

  /// Returns a credential id that contains the whole credential, for one relying party.
  func credentialID(sealing credential: StoredCredential) throws -> [UInt8] {
    try Self.seal(credential.record, with: identifiers, bound: credential.rpIDHash)
  }
  func credential(sealedIn id: [UInt8], rpIDHash: [UInt8]) -> StoredCredential? {
    Self.open(id, with: identifiers, bound: rpIDHash).flatMap {
      StoredCredential(record: $0, id: id, rpIDHash: rpIDHash)
    }
  }

  /// Returns the common prefix of the names of one relying party's pieces. It does not reveal the relying party.
  func namePrefix(rpIDHash: [UInt8]) -> String { "credential-\(Hex.encode(code(rpIDHash).prefix(8)))-" }
  /// Returns the name of the only piece for an account at a relying party, so that a new credential replaces the old
  /// one in the same write.
  func name(rpIDHash: [UInt8], userID: [UInt8]) -> String {
    namePrefix(rpIDHash: rpIDHash) + Hex.encode(code(rpIDHash + userID).prefix(16))
  }

  private func code(_ bytes: [UInt8]) -> [UInt8] { Array(HMAC<SHA256>.authenticationCode(for: bytes, using: names)) }

  private static func seal(_ bytes: [UInt8], with key: SymmetricKey, bound: [UInt8]) throws -> [UInt8] {
    let box = try AES.GCM.seal(bytes, using: key, authenticating: bound)
    return Array(box.nonce) + box.ciphertext + box.tag
  }

  private static func open(_ bytes: [UInt8], with key: SymmetricKey, bound: [UInt8]) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: bytes),
      let opened = try? AES.GCM.open(box, using: key, authenticating: bound)
    else {
      return nil
    }
    return Array(opened)
  }
}
