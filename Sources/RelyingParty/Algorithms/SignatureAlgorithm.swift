/// Verifies signatures of one COSE algorithm. Conform to it to add an algorithm, also from another module.
public protocol SignatureAlgorithm: Sendable {
  /// The number it verifies.
  var identifier: COSEAlgorithmIdentifier { get }

  /// Whether the key is one for this algorithm: key type, curve, lengths, the point on its curve. Checked once, at registration.
  func validate(_ key: COSEKey) throws(COSEKeyError)

  /// Whether `signature` is the signature of `message` by `key`, in the form that WebAuthn Level 3 §6.5.6 prescribes. `false` for whatever
  /// is no signature at all; throws where the key is none.
  func isValid(_ signature: [UInt8], for message: [UInt8], by key: COSEKey) throws(COSEKeyError) -> Bool
}
