import CSecp256k1
import RelyingParty

/// ECDSA with SHA-256 on secp256k1 (RFC 8812 §3.2), verified by libsecp256k1.
public struct ES256K: SignatureAlgorithm {
  static let coordinateByteCount = 32

  /// The algorithm.
  public init() {}

  /// -47
  public var identifier: COSEAlgorithmIdentifier { .es256K }

  /// The coordinates have to have 32 bytes each and to be a point on curve 8.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    let size = Self.coordinateByteCount
    guard case .ellipticCurve(8, let x, let y) = key.parameters, x.count == size, y.count == size else { throw .invalid }
    let point = [4] + x + y
    var parsed = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(secp256k1_shared_context(), &parsed, point, point.count) == 1 else { throw .invalid }
    return Key(key: parsed)
  }
}
