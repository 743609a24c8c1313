/// RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8812 §2), which older TPMs sign attestation statements with.
///
/// Collisions of SHA-1 can be made, so it is not among ``SignatureAlgorithms/standard``. A relying party that has to take such keys adds it:
/// `algorithms.adding(RS1())`.
public struct RS1: SignatureAlgorithm {
  /// The algorithm.
  public init() {}

  /// -65535
  public var identifier: COSEAlgorithmIdentifier { .rs1 }

  /// Modulus and exponent have to be odd, canonical and of a sane size, 2048 bits at least.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    try RSASSAKey(key, hash: .sha1, padding: .insecurePKCS1v1_5)
  }
}
