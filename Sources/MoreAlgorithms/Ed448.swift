import CCrypto
import RelyingParty

/// EdDSA on Ed448 (RFC 9864 §2.2), verified by OpenSSL's libcrypto. In WebAuthn, the number -8 never refers to it
/// (WebAuthn Level 3 §5.8.5).
public struct Ed448: SignatureAlgorithm {
  static let publicKeyByteCount = 57
  static let signatureByteCount = 114

  /// Creates the algorithm.
  public init() {}

  /// The COSE number, -53.
  public var identifier: COSEAlgorithmIdentifier { .ed448 }

  /// Returns the verification key. The key must be 57 bytes for curve 7, and not a point of small order. Whether it is
  /// a point on the curve is determined only when a signature is verified.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .octetKeyPair(7, let x) = key.parameters, x.count == Self.publicKeyByteCount, !Self.isOfSmallOrder(x),
      let key = Key(Array(x))
    else { throw .invalid }
    return key
  }

  /// The points of order 1, 2 and 4 on edwards448, for which anybody can forge signatures: those whose y is 1, -1 or
  /// 0. A point is encoded as its y-coordinate, little-endian, followed by a byte with the sign of x (RFC 8032 §5.2.2);
  ///    the prime is 2⁴⁴⁸ - 2²²⁴ - 1.
  private static func isOfSmallOrder(_ x: ArraySlice<UInt8>) -> Bool {
    let y = x.dropLast()
    if let low = y.first, low <= 1, y.dropFirst().allSatisfy({ $0 == 0 }) { return true }
    return y.enumerated().allSatisfy { index, byte in byte == (index == 0 || index == 28 ? 0xfe : 0xff) }
  }
}

extension Ed448 {
  /// A libcrypto public key, which is freed when the last reference to it is released.
  ///
  /// Unchecked: the pointer never changes. While verifying, libcrypto only reads a key, and it counts references to the
  /// key atomically.
  final class Key: VerificationKey, @unchecked Sendable {
    private let pointer: OpaquePointer

    init?(_ bytes: [UInt8]) {
      guard let pointer = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED448, nil, bytes, bytes.count) else { return nil }
      self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Verifies a signature of 114 bytes as in RFC 8032, made with an empty context.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard signature.count == Ed448.signatureByteCount, let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, nil, nil, pointer) == 1 else { return false }
      return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
  }
}
