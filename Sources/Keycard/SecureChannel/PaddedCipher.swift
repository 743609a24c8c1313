import Crypto
import CryptoExtras
import Encoding

/// AES-256-CBC with the padding of ISO/IEC 9797-1, method 2: 80, then zeros.
enum PaddedCipher {
  static let blockSize = 16

  static func encrypt(_ plain: UnsafeRawBufferPointer, key: SymmetricKey, vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    let padded = Secret(byteCount: (plain.count / blockSize + 1) * blockSize) { padded in
      padded.copyBytes(from: plain)
      padded[plain.count] = 0x80
    }
    do {
      return Array(try padded.withBytes { try AES._CBC.encrypt($0, using: key, iv: .init(ivBytes: vector), noPadding: true) })
    } catch { throw KeycardError(.invalid, "key or vector have another size") }
  }

  /// - Throws: `malformed` for what is not whole blocks, and for bytes that end in no padding.
  static func decrypt(_ encrypted: [UInt8], key: SymmetricKey, vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    guard !encrypted.isEmpty, encrypted.count.isMultiple(of: blockSize) else { throw KeycardError(.malformed, "not whole blocks") }
    var padded: [UInt8]
    do {
      var opened = try AES._CBC.decrypt(encrypted, using: key, iv: .init(ivBytes: vector), noPadding: true)
      padded = Array(opened)
      opened.withUnsafeMutableBytes { Wiping.wipe($0) }
    } catch { throw KeycardError(.malformed, "cannot be decrypted") }
    defer { Wiping.wipe(&padded) }
    guard let mark = padded.suffix(blockSize).lastIndex(where: { $0 != 0 }), padded[mark] == 0x80 else {
      throw KeycardError(.malformed, "no padding")
    }
    return Array(padded[..<mark])
  }

  /// CBC-MAC: the last block of the encryption under a vector of zeros. The first block says how long the rest is.
  static func code(over blocks: [UInt8], key: SymmetricKey) throws(KeycardError) -> [UInt8] {
    do {
      let vector = [UInt8](repeating: 0, count: blockSize)
      return Array(try AES._CBC.encrypt(blocks, using: key, iv: .init(ivBytes: vector), noPadding: true).suffix(blockSize))
    } catch { throw KeycardError(.invalid, "not whole blocks") }
  }
}
