import Crypto
import CryptoExtras

/// AES-256 in the two ways the secure channel uses it: CBC with ISO/IEC 9797-1 padding method 2, and CBC-MAC.
enum BlockCipher {
  static let blockSize = 16

  /// Pads with 80 and zeros, then encrypts.
  static func encrypt(_ plain: [UInt8], key: SymmetricKey, iv: [UInt8]) -> [UInt8]? {
    let padding = blockSize - plain.count % blockSize
    return cbc(plain + [0x80] + [UInt8](repeating: 0, count: padding - 1), key: key, iv: iv)
  }

  /// Decrypts and takes the padding away; `nil` when the length or the padding is none.
  static func decrypt(_ sealed: [UInt8], key: SymmetricKey, iv: [UInt8]) -> [UInt8]? {
    guard !sealed.isEmpty, sealed.count.isMultiple(of: blockSize), let vector = try? AES._CBC.IV(ivBytes: iv),
      let padded = try? AES._CBC.decrypt(sealed, using: key, iv: vector, noPadding: true)
    else { return nil }
    let bytes = Array(padded)
    guard let mark = bytes.lastIndex(where: { $0 != 0 }), bytes[mark] == 0x80, bytes.count - mark <= blockSize else { return nil }
    return Array(bytes[..<mark])
  }

  /// The last block of CBC with an IV of zeros. `blocks` is whole blocks, and nothing is padded.
  static func mac(_ blocks: [UInt8], key: SymmetricKey) -> [UInt8]? {
    cbc(blocks, key: key, iv: [UInt8](repeating: 0, count: blockSize)).map { Array($0.suffix(blockSize)) }
  }

  private static func cbc(_ blocks: [UInt8], key: SymmetricKey, iv: [UInt8]) -> [UInt8]? {
    guard let vector = try? AES._CBC.IV(ivBytes: iv), let sealed = try? AES._CBC.encrypt(blocks, using: key, iv: vector, noPadding: true) else {
      return nil
    }
    return Array(sealed)
  }
}

/// Whether two secrets are the same, in a time that says nothing about where they differ.
func areSameSecret(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
