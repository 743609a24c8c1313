import CCrypto
import RelyingParty

extension Ed448 {
  /// A public key of libcrypto, released with the last reference to it.
  ///
  /// Unchecked: the pointer never changes, and libcrypto only reads a key while it verifies and counts references to it atomically.
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
