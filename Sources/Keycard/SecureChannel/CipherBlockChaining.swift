import CCrypto
import Encoding

/// AES-256 in the CBC mode (NIST SP 800-38A §6.2), in one direction and under one key.
///
/// libcrypto makes the key's schedule once and keeps it from message to message. An exchange with a card runs four messages, so that making it
/// anew for each would cost more than the messages themselves.
final class CipherBlockChaining {
  enum Direction: Int32 { case decrypting = 0, encrypting = 1 }
  static let blockSize = 16

  private let context: OpaquePointer
  /// libcrypto would free what it needs at the program's end, when a thread with a card may still be at work.
  private static let isPrepared = OPENSSL_init_crypto(0x0008_0000, nil) == 1  // OPENSSL_INIT_NO_ATEXIT

  /// - Throws: `invalid` for a key that has not 32 bytes.
  init(_ direction: Direction, key: Secret) throws(KeycardError) {
    guard key.count == 32 else { throw KeycardError(.invalid, "an AES-256 key has 32 bytes") }
    guard Self.isPrepared, let context = EVP_CIPHER_CTX_new() else { throw KeycardError(.invalid, "libcrypto gives no context") }
    self.context = context
    let isReady = key.withBytes { key in
      EVP_CipherInit_ex(context, EVP_aes_256_cbc(), nil, key.baseAddress, nil, direction.rawValue) == 1 && EVP_CIPHER_CTX_set_padding(context, 0) == 1
    }
    guard isReady else { throw KeycardError(.invalid, "libcrypto has no AES-256-CBC") }
  }
  /// Which also wipes the key's schedule.
  deinit { EVP_CIPHER_CTX_free(context) }

  /// One whole message.
  ///
  /// - Throws: `invalid` for what is not whole blocks, or a vector that is not one block.
  func run(_ blocks: UnsafeRawBufferPointer, vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    guard blocks.count.isMultiple(of: Self.blockSize), vector.count == Self.blockSize, let length = Int32(exactly: blocks.count) else {
      throw KeycardError(.invalid, "not whole blocks")
    }
    let result = [UInt8](unsafeUninitializedCapacity: blocks.count) { room, filled in
      var written: Int32 = 0
      guard EVP_CipherInit_ex(context, nil, nil, nil, vector, -1) == 1,
        EVP_CipherUpdate(context, room.baseAddress, &written, blocks.bindMemory(to: UInt8.self).baseAddress, length) == 1
      else { return }
      filled = Int(written)
    }
    guard result.count == blocks.count else { throw KeycardError(.invalid, "libcrypto did not take the message") }
    return result
  }
}
