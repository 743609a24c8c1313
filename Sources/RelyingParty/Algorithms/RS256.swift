import Crypto
import CryptoExtras

/// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8812 §2), with keys of 2048 to 8192 bits.
public struct RS256: SignatureAlgorithm {
  /// The algorithm.
  public init() {}

  /// -257
  public var identifier: COSEAlgorithmIdentifier { .rs256 }

  /// Modulus and exponent are odd, canonical and of a sane size.
  public func validate(_ key: COSEKey) throws(COSEKeyError) { _ = try RSAPublicKey.make(key) }

  /// As many bytes as the modulus has.
  public func isValid(_ signature: [UInt8], for message: [UInt8], by key: COSEKey) throws(COSEKeyError) -> Bool {
    let publicKey = try RSAPublicKey.make(key)
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return publicKey.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
  }
}
