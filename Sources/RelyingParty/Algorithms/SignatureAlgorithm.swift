/// Verifies signatures of one COSE algorithm (WebAuthn Level 3 §5.8.5). Conform to it to add an algorithm, also from another module.
public protocol SignatureAlgorithm: Sendable {
  /// The number it verifies.
  var identifier: COSEAlgorithmIdentifier { get }

  /// Makes a key ready to verify with, and throws unless it is one for this algorithm: key type, curve, lengths, the point on its curve.
  func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey
}
