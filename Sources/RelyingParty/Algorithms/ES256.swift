import Crypto

/// ECDSA with SHA-256 (RFC 9053 §2.1); in WebAuthn always on P-256 with both coordinates (WebAuthn Level 3 §5.8.5).
public struct ES256: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: P256.Signing.PublicKey

    /// An ASN.1 DER signature (§6.5.6), without anything behind it.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard let raw = ECDSASignatureValue.decode(signature, size: 32), let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA256.hash(data: message))
    }
  }

  /// The algorithm.
  public init() {}

  /// -7
  public var identifier: COSEAlgorithmIdentifier { .es256 }

  /// The coordinates have to have 32 bytes each and to be a point on P-256.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .ellipticCurve(1, let x, let y) = key.parameters, x.count == 32, y.count == 32 else { throw .invalid }
    do {
      return try withUnsafeTemporaryAllocation(byteCount: 1 + 2 * 32, alignment: 8) { point in
        point[0] = 4
        UnsafeMutableRawBufferPointer(rebasing: point[1..<1 + 32]).copyBytes(from: x)
        UnsafeMutableRawBufferPointer(rebasing: point[(1 + 32)...]).copyBytes(from: y)
        return Key(key: try P256.Signing.PublicKey(x963Representation: UnsafeRawBufferPointer(point)))
      }
    } catch { throw .invalid }
  }
}
