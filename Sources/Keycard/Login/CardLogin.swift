import Crypto
import Encoding

/// The keys by which a card belongs to an account.
public enum CardLogin {
  /// "latc" in ASCII as a BIP43 purpose. It lies outside every wallet, and outside what a card exports.
  public static let root = DerivationPath(checked: [WalletPath.login])
  /// m/1818326115'/0': this key signs statements. Its private half never leaves the card.
  public static let path = DerivationPath(checked: root.steps + [DerivationPath.hardened])
  /// m/43'/60'/1581'/1818326115'/0: this private key is the card's way's secret, which opens the Master Key.
  public static let unlockPath = DerivationPath(checked: DerivationPath.exportable.steps + root.steps + [0])

  /// Under which name the account knows the card: base64url of SHA-256 of the login key's 65 bytes.
  public static func identifier(publicKey: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: publicKey))) }

  /// Whether this login key signed this statement.
  ///
  /// - Parameter signature: r and s, 64 bytes. One with s in the upper half is refused: a card makes none, and a signature shall have one form.
  public static func isValid(_ signature: [UInt8], _ statement: CardStatement, publicKey: [UInt8]) -> Bool {
    guard statement.isWellFormed, publicKey.count == 65, let key = Secp256k1PublicKey(publicKey),
      let signature = Secp256k1Signature(compact: signature), signature.isLowS
    else { return false }
    return signature.isValid(for: statement.digest, by: key)
  }

  /// The login key that a card with this seed has.
  public static func publicKey(seed: Secret) throws(KeycardError) -> Secp256k1PublicKey {
    try ExtendedPrivateKey(seed: seed).descendant(path).key.publicKey
  }

  /// What opens the Master Key on a card with this seed.
  public static func unlockSecret(seed: Secret) throws(KeycardError) -> Secret {
    try ExtendedPrivateKey(seed: seed).descendant(unlockPath).key.bytes
  }
}
