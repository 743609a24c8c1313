import CryptoExtras

/// RSA signatures: RSASSA-PKCS1-v1_5 (RFC 8812 §2) and RSASSA-PSS with a salt as long as the hash (RFC 8230 §2), with keys of 2048 to 8192 bits.
public struct RSASSA: SignatureAlgorithm {
  /// The number.
  public let identifier: COSEAlgorithmIdentifier
  private let hash: RSASSAKey.Hash
  private let padding: _RSA.Signing.Padding

  /// -257: PKCS1-v1_5 with SHA-256.
  public static let rs256 = Self(identifier: .rs256, hash: .sha256, padding: .insecurePKCS1v1_5)
  /// -258: PKCS1-v1_5 with SHA-384.
  public static let rs384 = Self(identifier: .rs384, hash: .sha384, padding: .insecurePKCS1v1_5)
  /// -259: PKCS1-v1_5 with SHA-512.
  public static let rs512 = Self(identifier: .rs512, hash: .sha512, padding: .insecurePKCS1v1_5)
  /// -37: PSS with SHA-256.
  public static let ps256 = Self(identifier: .ps256, hash: .sha256, padding: .PSS)
  /// -38: PSS with SHA-384.
  public static let ps384 = Self(identifier: .ps384, hash: .sha384, padding: .PSS)
  /// -39: PSS with SHA-512.
  public static let ps512 = Self(identifier: .ps512, hash: .sha512, padding: .PSS)

  private init(identifier: COSEAlgorithmIdentifier, hash: RSASSAKey.Hash, padding: _RSA.Signing.Padding) {
    (self.identifier, self.hash, self.padding) = (identifier, hash, padding)
  }

  /// Modulus and exponent have to be odd, canonical and of a sane size.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    try RSASSAKey(key, hash: hash, padding: padding)
  }
}
