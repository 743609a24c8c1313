/// ECDSA (RFC 9053 §2.1, RFC 9864 §2.1). WebAuthn ties a curve to each hash, also where RFC 9053 does not (WebAuthn Level 3 §5.8.5), so an old
/// number and its fully specified one name the same algorithm.
public struct ECDSA: SignatureAlgorithm {
  private enum Curve: Sendable { case p256, p384, p521 }

  /// The number.
  public let identifier: COSEAlgorithmIdentifier
  private let curve: Curve

  /// -7: SHA-256 on P-256.
  public static let es256 = Self(identifier: .es256, curve: .p256)
  /// -35: SHA-384 on P-384.
  public static let es384 = Self(identifier: .es384, curve: .p384)
  /// -36: SHA-512 on P-521.
  public static let es512 = Self(identifier: .es512, curve: .p521)
  /// -9: SHA-256 on P-256, fully specified.
  public static let esp256 = Self(identifier: .esp256, curve: .p256)
  /// -51: SHA-384 on P-384, fully specified.
  public static let esp384 = Self(identifier: .esp384, curve: .p384)
  /// -52: SHA-512 on P-521, fully specified.
  public static let esp512 = Self(identifier: .esp512, curve: .p521)

  private init(identifier: COSEAlgorithmIdentifier, curve: Curve) { (self.identifier, self.curve) = (identifier, curve) }

  /// The coordinates have to have the length of the curve's field each and to be a point on the curve.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    switch curve {
    case .p256: try P256Key(key)
    case .p384: try P384Key(key)
    case .p521: try P521Key(key)
    }
  }
}
