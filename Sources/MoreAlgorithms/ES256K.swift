import Crypto
import CSecp256k1
import RelyingParty

/// ECDSA with SHA-256 on secp256k1 (RFC 8812 §3.2), verified by libsecp256k1.
public struct ES256K: SignatureAlgorithm {
  static let coordinateByteCount = 32

  /// Creates the algorithm.
  public init() {}

  /// The COSE number, -47.
  public var identifier: COSEAlgorithmIdentifier { .es256K }

  /// Returns the verification key. The coordinates must have 32 bytes each and be a point on curve 8.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    let size = Self.coordinateByteCount
    guard case .ellipticCurve(8, let x, let y) = key.parameters, x.count == size, y.count == size else {
      throw .invalid
    }
    let point = [4] + x + y
    var parsed = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(secp256k1_shared_context(), &parsed, point, point.count) == 1 else {
      throw .invalid
    }
    return Key(key: parsed)
  }
}

extension ES256K {
  /// A point parsed by libsecp256k1. It is a plain value, with nothing to release.
  struct Key: VerificationKey {
    let key: secp256k1_pubkey

    /// Verifies an ASN.1 DER signature (WebAuthn Level 3 §6.5.6) with no trailing bytes.
    ///
    /// Of the two values of s that verify, libsecp256k1 accepts only the lower one. WebAuthn has no such rule, so s is
    /// normalised first.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard let raw = ECDSASignatureValue.decode(signature, size: ES256K.coordinateByteCount) else { return false }
      let context = secp256k1_shared_context()
      var (given, normalized, key) = (secp256k1_ecdsa_signature(), secp256k1_ecdsa_signature(), key)
      guard secp256k1_ecdsa_signature_parse_compact(context, &given, raw) == 1 else { return false }
      _ = secp256k1_ecdsa_signature_normalize(context, &normalized, &given)
      return secp256k1_ecdsa_verify(context, &normalized, Array(SHA256.hash(data: message)), &key) == 1
    }
  }
}
