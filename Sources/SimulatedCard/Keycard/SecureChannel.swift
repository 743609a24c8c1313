import Crypto
import CryptoExtras

/// The card's end of the encrypted and authenticated channel. Each message's MAC is the IV of the next one.
struct SecureChannel: Sendable {
  /// The longest text that fits into a response, including its two status bytes.
  static let maximumTextSize = 223

  private let encryptionKey: SymmetricKey
  private let macKey: SymmetricKey
  private var iv: [UInt8]
  /// `true` once the client has proven that it has the keys. Until then, the channel is not open.
  var isAuthenticated = false

  /// Derives the keys with SHA-512 from the shared point's X, the pairing key and the salt.
  init(sharedX: [UInt8], pairingKey: [UInt8], salt: [UInt8], iv: [UInt8]) {
    let keys = Array(SHA512.hash(data: sharedX + pairingKey + salt))
    encryptionKey = SymmetricKey(data: keys[..<32])
    macKey = SymmetricKey(data: keys[32...])
    self.iv = iv
  }

  /// Returns the decrypted text of a command. Throws 6982 if the command was not sealed with these keys; the caller
  /// then closes the channel.
  mutating func open(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    let size = BlockCipher.blockSize
    guard command.payload.count >= 2 * size, command.payload.count.isMultiple(of: size) else {
      throw .securityNotSatisfied
    }
    let mac = Array(command.payload[..<size]), sealed = Array(command.payload[size...])
    let header = [command.cla, command.ins, command.p1, command.p2, UInt8(command.payload.count)]
    guard let expected = BlockCipher.mac(Self.block(header) + sealed, key: macKey), areSameSecret(expected, mac) else {
      throw .securityNotSatisfied
    }
    defer { iv = mac }
    guard let text = BlockCipher.decrypt(sealed, key: encryptionKey, iv: iv) else { throw .illegalUse }
    return text
  }

  /// Seals a response together with its own status word. The IV is the last command's MAC, or the last response's if
  /// the command was refused without being decrypted.
  mutating func seal(_ text: [UInt8], _ status: StatusWord) -> [UInt8]? {
    guard let sealed = BlockCipher.encrypt(text + status.bytes, key: encryptionKey, iv: iv) else { return nil }
    let length = UInt8(truncatingIfNeeded: BlockCipher.blockSize + sealed.count)
    guard let mac = BlockCipher.mac(Self.block([length]) + sealed, key: macKey) else { return nil }
    iv = mac
    return mac + sealed
  }

  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: BlockCipher.blockSize - bytes.count)
  }
}

/// AES-256 in the two ways the secure channel uses it: CBC with ISO/IEC 9797-1 padding method 2, and CBC-MAC.
enum BlockCipher {
  static let blockSize = 16

  /// Pads with 80 and zeros, then encrypts.
  static func encrypt(_ plain: [UInt8], key: SymmetricKey, iv: [UInt8]) -> [UInt8]? {
    let padding = blockSize - plain.count % blockSize
    return cbc(plain + [0x80] + [UInt8](repeating: 0, count: padding - 1), key: key, iv: iv)
  }

  /// Decrypts and removes the padding; `nil` if the length or the padding is invalid.
  static func decrypt(_ sealed: [UInt8], key: SymmetricKey, iv: [UInt8]) -> [UInt8]? {
    guard !sealed.isEmpty, sealed.count.isMultiple(of: blockSize), let vector = try? AES._CBC.IV(ivBytes: iv),
      let padded = try? AES._CBC.decrypt(sealed, using: key, iv: vector, noPadding: true)
    else { return nil }
    let bytes = Array(padded)
    guard let mark = bytes.lastIndex(where: { $0 != 0 }), bytes[mark] == 0x80, bytes.count - mark <= blockSize else {
      return nil
    }
    return Array(bytes[..<mark])
  }

  /// Returns the last block of CBC with an all-zero IV. `blocks` must be whole blocks; nothing is padded.
  static func mac(_ blocks: [UInt8], key: SymmetricKey) -> [UInt8]? {
    cbc(blocks, key: key, iv: [UInt8](repeating: 0, count: blockSize)).map { Array($0.suffix(blockSize)) }
  }

  private static func cbc(_ blocks: [UInt8], key: SymmetricKey, iv: [UInt8]) -> [UInt8]? {
    guard let vector = try? AES._CBC.IV(ivBytes: iv),
      let sealed = try? AES._CBC.encrypt(blocks, using: key, iv: vector, noPadding: true)
    else {
      return nil
    }
    return Array(sealed)
  }
}

/// Returns `true` if two secrets are equal. The comparison takes constant time and does not reveal where they differ.
func areSameSecret(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// Random bytes from the system's generator.
enum Random {
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
  }
}
