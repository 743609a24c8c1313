import CryptoExtras
import Encoding

/// What a card keeps in place of its pairing password.
public enum PairingSecret {
  /// The password that Status' programs give their cards.
  public static let defaultPassword = "KeycardDefaultPairing"

  /// 32 bytes: PBKDF2-HMAC-SHA256, 50,000 rounds. It takes a moment.
  ///
  /// - Throws: `invalid` for an empty password (D-05).
  public static func derive(from password: Secret) throws(KeycardError) -> Secret {
    let salt = Secret(Array("Keycard Pairing Password Salt".utf8))
    guard password.count > 0,
      let secret = PasswordStretching.stretch(
        NormalForm.compatibilityDecomposed(password), salt: salt, using: .sha256, rounds: 50_000, byteCount: 32)
    else { throw KeycardError(.invalid, "a pairing password is not empty") }
    return secret
  }
}
