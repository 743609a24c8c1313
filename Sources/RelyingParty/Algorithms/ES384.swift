import Crypto

/// ECDSA with SHA-384 (RFC 9053 §2.1); in WebAuthn always on P-384 with both coordinates (WebAuthn Level 3 §5.8.5).
public struct ES384: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: P384.Signing.PublicKey

    /// An ASN.1 DER signature (§6.5.6), without anything behind it.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard let raw = ECDSASignatureValue.decode(signature, size: 48), let signature = try? P384.Signing.ECDSASignature(rawRepresentation: raw) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA384.hash(data: message))
    }
  }

  /// The algorithm.
  public init() {}

  /// -35
  public var identifier: COSEAlgorithmIdentifier { .es384 }

  /// The coordinates have to have 48 bytes each and to be a point on P-384.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .ellipticCurve(2, let x, let y) = key.parameters, x.count == 48, y.count == 48 else { throw .invalid }
    do {
      return try withUnsafeTemporaryAllocation(byteCount: 1 + 2 * 48, alignment: 8) { point in
        point[0] = 4
        UnsafeMutableRawBufferPointer(rebasing: point[1..<1 + 48]).copyBytes(from: x)
        UnsafeMutableRawBufferPointer(rebasing: point[(1 + 48)...]).copyBytes(from: y)
        return Key(key: try P384.Signing.PublicKey(x963Representation: UnsafeRawBufferPointer(point)))
      }
    } catch { throw .invalid }
  }
}
