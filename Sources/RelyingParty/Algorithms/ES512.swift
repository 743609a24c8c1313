import Crypto

/// ECDSA with SHA-512 (RFC 9053 §2.1); in WebAuthn always on P-521 with both coordinates (WebAuthn Level 3 §5.8.5).
public struct ES512: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: P521.Signing.PublicKey

    /// An ASN.1 DER signature (§6.5.6), without anything behind it.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard let raw = ECDSASignatureValue.decode(signature, size: 66), let signature = try? P521.Signing.ECDSASignature(rawRepresentation: raw) else {
        return false
      }
      return key.isValidSignature(signature, for: SHA512.hash(data: message))
    }
  }

  /// The algorithm.
  public init() {}

  /// -36
  public var identifier: COSEAlgorithmIdentifier { .es512 }

  /// The coordinates have to have 66 bytes each and to be a point on P-521.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .ellipticCurve(3, let x, let y) = key.parameters, x.count == 66, y.count == 66 else { throw .invalid }
    do {
      return try withUnsafeTemporaryAllocation(byteCount: 1 + 2 * 66, alignment: 8) { point in
        point[0] = 4
        UnsafeMutableRawBufferPointer(rebasing: point[1..<1 + 66]).copyBytes(from: x)
        UnsafeMutableRawBufferPointer(rebasing: point[(1 + 66)...]).copyBytes(from: y)
        return Key(key: try P521.Signing.PublicKey(x963Representation: UnsafeRawBufferPointer(point)))
      }
    } catch { throw .invalid }
  }
}
