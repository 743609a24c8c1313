import Crypto
import Encoding

/// The channel between one client and one card, version 1 (Keycard 2.0 to 3.2): AES-256-CBC, and a CBC-MAC that is the next vector.
///
/// The MAC is over one message alone. What ties a message to the one before is its vector: a repeated answer has a MAC that fits, and its first 16
/// bytes decrypt to garbage. So readers of answers have to be strict about how they begin. After an error the channel is of no use any more.
struct SecureChannel {
  /// What fits into one command.
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
  ///   - sharedX: what both sides computed from their keys.
  ///   - salt, vector: 32 and 16 bytes, drawn by the card.
  init(sharedX: Secret, pairingKey: Secret, salt: [UInt8], vector: [UInt8]) throws(KeycardError) {
    let keys = Secret(joining: [sharedX, pairingKey, Secret(salt)]).withBytes { input in
      SHA512.hash(data: input).withUnsafeBytes { Secret($0) }
    }
    try self.init(encryptionKey: keys.part(0..<32), codeKey: keys.part(32..<64), vector: vector)
  }

  /// The command as it travels: MAC, then the encrypted data.
  mutating func wrap(_ header: CommandHeader, _ plain: UnsafeRawBufferPointer) throws(KeycardError) -> CommandAPDU {
    let encrypted = try PaddedCipher.encrypt(plain, by: encryption, vector: vector)
    let length = UInt8(truncatingIfNeeded: PaddedCipher.blockSize + encrypted.count)
    let first = header.bytes + [length] + [UInt8](repeating: 0, count: PaddedCipher.blockSize - 5)
    vector = try PaddedCipher.code(over: first + encrypted, by: authentication)
    return CommandAPDU(header, data: vector + encrypted)
  }

  /// The answer that travelled inside: its data and its own status word. The MAC is compared before anything is decrypted.
  ///
  /// - Throws: `channelClosed` for a MAC that does not fit; `malformed` for what no card sends.
  mutating func unwrap(_ data: [UInt8]) throws(KeycardError) -> ResponseAPDU {
    let block = PaddedCipher.blockSize
    guard data.count >= 2 * block, data.count.isMultiple(of: block), let length = UInt8(exactly: data.count) else {
      throw KeycardError(.malformed, "not whole blocks")
    }
    let (code, encrypted) = (Array(data.prefix(block)), Array(data.dropFirst(block)))
    let expected = try PaddedCipher.code(over: [length] + [UInt8](repeating: 0, count: block - 1) + encrypted, by: authentication)
    guard ConstantTime.areEqual(code, expected) else { throw KeycardError(.channelClosed, "the MAC does not fit") }
    var plain = try PaddedCipher.decrypt(encrypted, by: decryption, vector: vector)
    defer { Wiping.wipe(&plain) }
    vector = code
    guard let response = ResponseAPDU(plain) else { throw KeycardError(.malformed, "no status word inside") }
    return response
  }
}
