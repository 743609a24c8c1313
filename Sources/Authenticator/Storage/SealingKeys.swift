import Crypto
import Encoding
import Foundation

/// Seals what leaves the authenticator: pieces on its storage, and credentials in their ids. AES-256-GCM (NIST SP 800-38D) with random nonces, under
/// keys made with HKDF-SHA-256 (RFC 5869) from the store's sealing key. After a reset nothing that was sealed before opens.
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

  /// Whether what one seals the other opens.
  func opensSame(as other: SealingKeys) -> Bool { pieces == other.pieces }

  /// - Parameter name: A piece opens under its own name only.
  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
    try Self.seal(bytes, with: pieces, bound: Array(name.utf8))
  }
  /// `nil` where it is damaged, another's, or from before a reset.
  func open(_ bytes: [UInt8], as name: String) -> [UInt8]? { Self.open(bytes, with: pieces, bound: Array(name.utf8)) }

  /// A credential whole in its id, for one relying party.
  func credentialID(sealing credential: StoredCredential) throws -> [UInt8] {
    try Self.seal(credential.record, with: identifiers, bound: credential.rpIDHash)
  }
  func credential(sealedIn id: [UInt8], rpIDHash: [UInt8]) -> StoredCredential? {
    Self.open(id, with: identifiers, bound: rpIDHash).flatMap {
      StoredCredential(record: $0, id: id, rpIDHash: rpIDHash)
    }
  }

  /// What the names of all pieces of one relying party begin with. The name tells nobody else which one it is.
  func namePrefix(rpIDHash: [UInt8]) -> String { "credential-\(Hex.encode(code(rpIDHash).prefix(8)))-" }
  /// There is one piece for each account at a relying party, so that a new credential takes the place of the old one in the same write.
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
