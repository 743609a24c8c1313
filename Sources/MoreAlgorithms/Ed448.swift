import CCrypto
import RelyingParty

/// EdDSA on Ed448 (RFC 9864 §2.2), verified by OpenSSL's libcrypto. The number -8 names it nowhere in WebAuthn
/// (WebAuthn Level 3 §5.8.5).
public struct Ed448: SignatureAlgorithm {
  static let publicKeyByteCount = 57
  static let signatureByteCount = 114

  /// The algorithm.
  public init() {}

  /// -53
  public var identifier: COSEAlgorithmIdentifier { .ed448 }

  /// 57 bytes for curve 7, and no point of small order. Verifying a signature finds out if they are a point at all.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .octetKeyPair(7, let x) = key.parameters, x.count == Self.publicKeyByteCount, !Self.isOfSmallOrder(x),
      let key = Key(Array(x))
    else { throw .invalid }
    return key
  }

  /// The points of order 1, 2 and 4 on edwards448, under which anybody can make signatures: those whose y is 1, -1 or
  /// 0. A point is encoded as its y-coordinate, little-endian, and a byte with the sign of x (RFC 8032 §5.2.2); the
  /// prime is 2⁴⁴⁸ - 2²²⁴ - 1.
  private static func isOfSmallOrder(_ x: ArraySlice<UInt8>) -> Bool {
    let y = x.dropLast()
    if let low = y.first, low <= 1, y.dropFirst().allSatisfy({ $0 == 0 }) { return true }
    return y.enumerated().allSatisfy { index, byte in byte == (index == 0 || index == 28 ? 0xfe : 0xff) }
  }
}

extension Ed448 {
  /// A public key of libcrypto, released with the last reference to it.
  ///
  /// Unchecked: the pointer never changes, and libcrypto only reads a key while it verifies and counts references to it
  /// atomically.
  final class Key: VerificationKey, @unchecked Sendable {
    private let pointer: OpaquePointer

    init?(_ bytes: [UInt8]) {
      guard let pointer = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED448, nil, bytes, bytes.count) else { return nil }
      self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The 114 bytes of RFC 8032, made with an empty context.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard signature.count == Ed448.signatureByteCount, let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, nil, nil, pointer) == 1 else { return false }
      return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
  }
}
