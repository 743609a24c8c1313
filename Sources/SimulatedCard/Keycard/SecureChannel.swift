import Crypto

/// The card's end of the encrypted and authenticated channel. Each direction's MAC is the next message's IV.
struct SecureChannel: Sendable {
  /// The longest text that fits into an answer, with its two bytes of status.
  static let maximumTextSize = 223

  private let encryptionKey: SymmetricKey
  private let macKey: SymmetricKey
  private var iv: [UInt8]
  /// Whether the client has shown that it has the keys. Until then the channel is not open.
  var isAuthenticated = false

  /// Keys from SHA-512 over the shared point's X, the pairing key and the salt.
  init(sharedX: [UInt8], pairingKey: [UInt8], salt: [UInt8], iv: [UInt8]) {
    let keys = Array(SHA512.hash(data: sharedX + pairingKey + salt))
    encryptionKey = SymmetricKey(data: keys[..<32])
    macKey = SymmetricKey(data: keys[32...])
    self.iv = iv
  }

  /// The text inside a command. 6982 for what was not sealed with these keys; the caller closes the channel then.
  mutating func open(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    let size = BlockCipher.blockSize
    guard command.payload.count >= 2 * size, command.payload.count.isMultiple(of: size) else { throw .securityNotSatisfied }
    let mac = Array(command.payload[..<size]), sealed = Array(command.payload[size...])
    let header = [command.cla, command.ins, command.p1, command.p2, UInt8(command.payload.count)]
    guard let expected = BlockCipher.mac(Self.block(header) + sealed, key: macKey), areSameSecret(expected, mac) else { throw .securityNotSatisfied }
    defer { iv = mac }
    guard let text = BlockCipher.decrypt(sealed, key: encryptionKey, iv: iv) else { throw .illegalUse }
    return text
  }

  /// An answer with its own status word inside. The IV is the last command's MAC, or the last answer's when the command was refused unread.
  mutating func seal(_ text: [UInt8], _ status: StatusWord) -> [UInt8]? {
    guard let sealed = BlockCipher.encrypt(text + status.bytes, key: encryptionKey, iv: iv) else { return nil }
    let length = UInt8(truncatingIfNeeded: BlockCipher.blockSize + sealed.count)
    guard let mac = BlockCipher.mac(Self.block([length]) + sealed, key: macKey) else { return nil }
    iv = mac
    return mac + sealed
  }

  private static func block(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: BlockCipher.blockSize - bytes.count) }
}
