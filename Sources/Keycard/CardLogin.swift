import Crypto
import Encoding

/// The keys that link a card to an account.
public enum CardLogin {
  /// "latc" in ASCII as a BIP43 purpose. It is outside every wallet, and outside the keys that a card exports.
  public static let root = DerivationPath(checked: [WalletPath.login])
  /// m/1818326115'/0', the path of the key that signs statements. Its private half never leaves the card.
  public static let path = DerivationPath(checked: root.steps + [DerivationPath.hardened])
  /// m/43'/60'/1581'/1818326115'/0, the path of the private key that is the secret of the card's way, which opens the
  /// Master Key.
  public static let unlockPath = DerivationPath(checked: DerivationPath.exportable.steps + root.steps + [0])

  /// Returns the account's name for the card: base64url of the SHA-256 of the login key's 65 bytes.
  public static func identifier(publicKey: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: publicKey))) }

  /// Returns `true` if this login key signed this statement.
  ///
  /// - Parameter signature: r and s, 64 bytes. A signature with s in the upper half is rejected, because a card never
  ///   makes one and a signature must have only one form.
  public static func isValid(_ signature: [UInt8], _ statement: CardStatement, publicKey: [UInt8]) -> Bool {
    guard statement.isWellFormed, publicKey.count == 65, let key = Secp256k1PublicKey(publicKey),
      let signature = Secp256k1Signature(compact: signature), signature.isLowS
    else { return false }
    return signature.isValid(for: statement.digest, by: key)
  }

  /// Returns the login key of a card with this seed.
  public static func publicKey(seed: Secret) throws(KeycardError) -> Secp256k1PublicKey {
    try ExtendedPrivateKey(seed: seed).descendant(path).key.publicKey
  }

  /// Returns the secret that opens the Master Key on a card with this seed.
  public static func unlockSecret(seed: Secret) throws(KeycardError) -> Secret {
    try ExtendedPrivateKey(seed: seed).descendant(unlockPath).key.bytes
  }
}

/// The statement that a card signs to log in: purpose, origin, account, and the server's challenge.
///
/// A page supplies the parts and never a hash, so it cannot have anything else signed in the guise of a login.
public struct CardStatement: Hashable, Sendable {
  public var purpose: String
  public var origin: String
  public var account: [UInt8]
  public var challenge: [UInt8]

  public init(purpose: String, origin: String, account: [UInt8], challenge: [UInt8]) {
    self.purpose = purpose; self.origin = origin; self.account = account; self.challenge = challenge
  }

  /// `true` if the length of every part fits into two bytes. Only a well-formed statement is signed, and only its
  /// signature is valid.
  public var isWellFormed: Bool { parts.allSatisfy { $0.count <= UInt16.max } }

  /// The SHA-256 of the parts, each preceded by its length in two bytes, big-endian. The parts are the format's name,
  /// origin, account, purpose and challenge.
  public var digest: [UInt8] {
    var hash = SHA256()
    for part in parts {
      hash.update(data: [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)] + part)
    }
    return Array(hash.finalize())
  }

  private var parts: [[UInt8]] {
    [Array("latchstring/card/v1".utf8), Array(origin.utf8), account, Array(purpose.utf8), challenge]
  }
}

/// The text that hands send to the server for a card's login. It is only a claim until the server has verified it.
public struct CardEvidence: Hashable, Sendable {
  /// The login key, 65 bytes.
  public var key: [UInt8]
  /// r and s, 64 bytes.
  public var signature: [UInt8]
  public var challenge: [UInt8]
  /// `true` if a computer only simulates the card.
  public var isRehearsal: Bool

  public init(key: [UInt8], signature: [UInt8], challenge: [UInt8], isRehearsal: Bool) {
    self.key = key; self.signature = signature; self.challenge = challenge; self.isRehearsal = isRehearsal
  }

  /// Reads `{"key","signature","challenge","rehearsal"}`, in base64url and a boolean. The object must have exactly
  /// these members, in any order.
  ///
  /// - Throws: `malformed`, also for a key that is not a point on the curve, and for a signature or challenge of an
  ///   impossible length.
  public init(json: [UInt8]) throws(KeycardError) {
    guard let document = try? JSONDocument(json, maximumSize: 4096), document.members(of: document.root).count == 4,
      let key = Self.bytes("key", document), Secp256k1PublicKey(key) != nil, key.count == 65,
      let signature = Self.bytes("signature", document), signature.count == 64,
      let challenge = Self.bytes("challenge", document), (1...1024).contains(challenge.count),
      let isRehearsal = document.member("rehearsal", of: document.root).flatMap(document.boolean)
    else { throw KeycardError(.malformed, "no evidence") }
    self.init(key: key, signature: signature, challenge: challenge, isRehearsal: isRehearsal)
  }

  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { evidence in
      evidence.member("key", base64URL: key)
      evidence.member("signature", base64URL: signature)
      evidence.member("challenge", base64URL: challenge)
      evidence.member("rehearsal", isRehearsal)
    }
    return writer.bytes
  }

  private static func bytes(_ name: StaticString, _ document: JSONDocument) -> [UInt8]? {
    document.member(name, of: document.root).flatMap(document.base64URL)
  }
}
