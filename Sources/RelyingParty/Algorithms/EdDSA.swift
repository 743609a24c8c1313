import Crypto

/// EdDSA on Ed25519 (RFC 9053 §2.2, RFC 9864 §2.2). WebAuthn uses the number -8 for Ed25519 only (WebAuthn Level 3
/// §5.8.5), so -8 and the fully specified -19 identify the same algorithm.
public struct EdDSA: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: Curve25519.Signing.PublicKey

    /// Verifies a signature of 64 bytes as in RFC 8032.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      signature.count == 64 && key.isValidSignature(signature, for: message)
    }
  }

  /// The COSE number of the algorithm.
  public let identifier: COSEAlgorithmIdentifier

  /// -8: Ed25519.
  public static let edDSA = Self(identifier: .edDSA)
  /// -19: Ed25519, fully specified.
  public static let ed25519 = Self(identifier: .ed25519)

  private init(identifier: COSEAlgorithmIdentifier) { self.identifier = identifier }

  /// Returns the verification key. The key must be 32 bytes for curve 6, and not a point of small order. Whether it is
  /// a point on the curve is determined only when a signature is verified.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .octetKeyPair(6, let x) = key.parameters, x.count == 32, !Ed25519SmallOrder.contains(x) else {
      throw .invalid
    }
    do { return Key(key: try Curve25519.Signing.PublicKey(rawRepresentation: x)) } catch { throw .invalid }
  }
}

/// The points of order 1, 2, 4 and 8 on edwards25519. Under such a key anybody can forge signatures, some of them valid
/// for every message.
///
/// A point is encoded as its y-coordinate, little-endian, with the sign of x in the highest bit (RFC 8032 §5.1.2).
/// Seven values of y belong to these points: five, and two that are 0 and 1 with the prime 2²⁵⁵ - 19 added, which
/// decoders also accept.
enum Ed25519SmallOrder {
  private static let order8: [UInt8] = [
    0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac,
    0x05, 0xd3, 0xc6, 0x33, 0x39,
    0xb1,
    0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
  ]
  private static let otherOrder8: [UInt8] = [
    0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53,
    0xfa, 0x2c, 0x39, 0xcc, 0xc6,
    0x4e,
    0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
  ]

  /// Returns `true` if 32 bytes encode one of these points.
  static func contains(_ key: ArraySlice<UInt8>) -> Bool {
    guard key.count == 32, let low = key.first, let high = key.last else { return false }
    let middle = key.dropFirst().dropLast()
    switch (low, high & 0x7f) {
    case (0, 0), (1, 0): return middle.allSatisfy { $0 == 0 }  // 0 and 1
    case (0xec...0xee, 0x7f): return middle.allSatisfy { $0 == 0xff }  // -1, and 0 and 1 once more
    case (0x26, 0x05): return middle.elementsEqual(order8[1..<31])
    case (0xc7, 0x7a): return middle.elementsEqual(otherOrder8[1..<31])
    default: return false
    }
  }
}
