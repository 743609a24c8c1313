import Crypto
import CryptoExtras

/// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8812 §2), with keys of 2048 to 8192 bits.
public struct RS256: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: _RSA.Signing.PublicKey

    /// As many bytes as the modulus has.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
    }
  }

  /// The algorithm.
  public init() {}

  /// -257
  public var identifier: COSEAlgorithmIdentifier { .rs256 }

  /// Modulus and exponent have to be odd, canonical and of a sane size.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey { Key(key: try RSAPublicKey.make(key)) }
}
