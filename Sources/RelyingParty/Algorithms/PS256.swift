import Crypto
import CryptoExtras

/// RSASSA-PSS with SHA-256 (RFC 8230 §2), with keys of 2048 to 8192 bits.
public struct PS256: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: _RSA.Signing.PublicKey

    /// As many bytes as the modulus has.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message), padding: .PSS)
    }
  }

  /// The algorithm.
  public init() {}

  /// -37
  public var identifier: COSEAlgorithmIdentifier { .ps256 }

  /// Modulus and exponent have to be odd, canonical and of a sane size.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey { Key(key: try RSAPublicKey.make(key)) }
}
