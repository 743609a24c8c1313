import CCrypto
import Crypto
import Encoding

/// The channel between one client and one card, version 1 (Keycard 2.0 to 3.2). It uses AES-256-CBC, and a CBC-MAC that
/// is the next vector.
///
/// The MAC covers a single message. A message is tied to the previous one only by its vector. A replayed response
/// therefore has a matching MAC, but its first 16 bytes decrypt to garbage, so code that reads responses must be strict
/// about how they begin. After an error the channel can no longer be used.
struct SecureChannel {
  /// The maximum number of bytes that fit into one command.
  static let maximumPlainCount = 223

  private let encryption: CipherBlockChaining
  private let decryption: CipherBlockChaining
  private let authentication: CipherBlockChaining
  private(set) var vector: [UInt8]

  init(encryptionKey: Secret, codeKey: Secret, vector: [UInt8]) throws(KeycardError) {
    encryption = try CipherBlockChaining(.encrypting, key: encryptionKey)
    decryption = try CipherBlockChaining(.decrypting, key: encryptionKey)
    authentication = try CipherBlockChaining(.encrypting, key: codeKey)
    self.vector = vector
  }

  /// - Parameters:
  ///   - sharedX: The value that both sides computed from their keys.
  ///   - salt, vector: 32 and 16 random bytes from the card.
  init(sharedX: Secret, pairingKey: Secret, salt: [UInt8], vector: [UInt8]) throws(KeycardError) {
    let keys = Secret(joining: [sharedX, pairingKey, Secret(salt)]).withBytes { input in
      SHA512.hash(data: input).withUnsafeBytes { Secret($0) }
    }
    try self.init(encryptionKey: keys.part(0..<32), codeKey: keys.part(32..<64), vector: vector)
  }

  /// Returns the command in its transmitted form: MAC, then the encrypted data.
  mutating func wrap(_ header: CommandHeader, _ plain: UnsafeRawBufferPointer) throws(KeycardError) -> CommandAPDU {
    let encrypted = try PaddedCipher.encrypt(plain, by: encryption, vector: vector)
    let length = UInt8(truncatingIfNeeded: PaddedCipher.blockSize + encrypted.count)
    let first = header.bytes + [length] + [UInt8](repeating: 0, count: PaddedCipher.blockSize - 5)
    vector = try PaddedCipher.code(over: first + encrypted, by: authentication)
    return CommandAPDU(header, data: vector + encrypted)
  }

  /// Returns the wrapped response, with its data and its own status word. The MAC is compared before anything is
  /// decrypted.
  ///
  /// - Throws: `channelClosed` for a MAC that does not match; `malformed` for a response that no card sends.
  mutating func unwrap(_ data: [UInt8]) throws(KeycardError) -> ResponseAPDU {
    let block = PaddedCipher.blockSize
    guard data.count >= 2 * block, data.count.isMultiple(of: block), let length = UInt8(exactly: data.count) else {
      throw KeycardError(.malformed, "not whole blocks")
    }
    let (code, encrypted) = (Array(data.prefix(block)), Array(data.dropFirst(block)))
    let expected = try PaddedCipher.code(
      over: [length] + [UInt8](repeating: 0, count: block - 1) + encrypted, by: authentication)
    guard ConstantTime.areEqual(code, expected) else { throw KeycardError(.channelClosed, "the MAC does not fit") }
    var plain = try PaddedCipher.decrypt(encrypted, by: decryption, vector: vector)
    defer { Wiping.wipe(&plain) }
    vector = code
    guard let response = ResponseAPDU(plain) else { throw KeycardError(.malformed, "no status word inside") }
    return response
  }
}

/// AES-256-CBC with the padding of ISO/IEC 9797-1, method 2: 80, then zeros.
enum PaddedCipher {
  static let blockSize = CipherBlockChaining.blockSize

  static func encrypt(_ plain: UnsafeRawBufferPointer, by cipher: CipherBlockChaining, vector: [UInt8])
    throws(KeycardError) -> [UInt8]
  {
    let padded = Secret(byteCount: (plain.count / blockSize + 1) * blockSize) { padded in
      padded.copyBytes(from: plain)
      padded[plain.count] = 0x80
    }
    return try padded.withBytes { (padded) throws(KeycardError) in try cipher.run(padded, vector: vector) }
  }

  /// - Throws: `malformed` for bytes that do not end in padding.
  static func decrypt(_ encrypted: [UInt8], by cipher: CipherBlockChaining, vector: [UInt8]) throws(KeycardError)
    -> [UInt8]
  {
    var padded = try cipher.run(encrypted, vector: vector)
    defer { Wiping.wipe(&padded) }
    guard let mark = padded.suffix(blockSize).lastIndex(where: { $0 != 0 }), padded[mark] == 0x80 else {
      throw KeycardError(.malformed, "no padding")
    }
    return Array(padded[..<mark])
  }

  /// Returns the CBC-MAC, which is the last block of the encryption with a vector of zeros. The first block states the
  /// length of the rest.
  static func code(over blocks: [UInt8], by cipher: CipherBlockChaining) throws(KeycardError) -> [UInt8] {
    try Array(cipher.run(blocks, vector: [UInt8](repeating: 0, count: blockSize)).suffix(blockSize))
  }
}

extension CipherBlockChaining {
  func run(_ blocks: [UInt8], vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    // An array's `withUnsafeBytes` does not support typed errors.
    let result = blocks.withUnsafeBytes { bytes in Result { () throws(KeycardError) in try run(bytes, vector: vector) }
    }
    return try result.get()
  }
}

/// AES-256 in CBC mode (NIST SP 800-38A §6.2), in one direction and with one key.
///
/// libcrypto computes the key schedule once and keeps it from message to message. An exchange with a card processes
/// four messages, so recomputing it for each would cost more than the messages themselves.
final class CipherBlockChaining {
  enum Direction: Int32 { case decrypting = 0, encrypting = 1 }
  static let blockSize = 16

  private let context: OpaquePointer
  /// Without this option, libcrypto would free its data at program exit, when a thread with a card may still be at
  /// work.
  private static let isPrepared = OPENSSL_init_crypto(0x0008_0000, nil) == 1  // OPENSSL_INIT_NO_ATEXIT

  /// - Throws: `invalid` for a key that is not 32 bytes long.
  init(_ direction: Direction, key: Secret) throws(KeycardError) {
    guard key.count == 32 else { throw KeycardError(.invalid, "an AES-256 key has 32 bytes") }
    guard Self.isPrepared, let context = EVP_CIPHER_CTX_new() else {
      throw KeycardError(.invalid, "libcrypto gives no context")
    }
    self.context = context
    let isReady = key.withBytes { key in
      EVP_CipherInit_ex(context, EVP_aes_256_cbc(), nil, key.baseAddress, nil, direction.rawValue) == 1
        && EVP_CIPHER_CTX_set_padding(context, 0) == 1
    }
    guard isReady else { throw KeycardError(.invalid, "libcrypto has no AES-256-CBC") }
  }
  /// Freeing the context also wipes the key's schedule.
  deinit { EVP_CIPHER_CTX_free(context) }

  /// Runs one whole message through the cipher.
  ///
  /// - Throws: `invalid` if the message does not consist of whole blocks, or the vector is not one block.
  func run(_ blocks: UnsafeRawBufferPointer, vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    guard blocks.count.isMultiple(of: Self.blockSize), vector.count == Self.blockSize,
      let length = Int32(exactly: blocks.count)
    else {
      throw KeycardError(.invalid, "not whole blocks")
    }
    let result = [UInt8](unsafeUninitializedCapacity: blocks.count) { room, filled in
      var written: Int32 = 0
      guard EVP_CipherInit_ex(context, nil, nil, nil, vector, -1) == 1,
        EVP_CipherUpdate(context, room.baseAddress, &written, blocks.bindMemory(to: UInt8.self).baseAddress, length)
          == 1
      else { return }
      filled = Int(written)
    }
    guard result.count == blocks.count else { throw KeycardError(.invalid, "libcrypto did not take the message") }
    return result
  }
}
