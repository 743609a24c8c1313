import Encoding

/// AES-256-CBC with the padding of ISO/IEC 9797-1, method 2: 80, then zeros.
enum PaddedCipher {
  static let blockSize = CipherBlockChaining.blockSize

  static func encrypt(_ plain: UnsafeRawBufferPointer, by cipher: CipherBlockChaining, vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    let padded = Secret(byteCount: (plain.count / blockSize + 1) * blockSize) { padded in
      padded.copyBytes(from: plain)
      padded[plain.count] = 0x80
    }
    return try padded.withBytes { (padded) throws(KeycardError) in try cipher.run(padded, vector: vector) }
  }

  /// - Throws: `malformed` for bytes that end in no padding.
  static func decrypt(_ encrypted: [UInt8], by cipher: CipherBlockChaining, vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    var padded = try cipher.run(encrypted, vector: vector)
    defer { Wiping.wipe(&padded) }
    guard let mark = padded.suffix(blockSize).lastIndex(where: { $0 != 0 }), padded[mark] == 0x80 else {
      throw KeycardError(.malformed, "no padding")
    }
    return Array(padded[..<mark])
  }

  /// CBC-MAC: the last block of the encryption under a vector of zeros. The first block says how long the rest is.
  static func code(over blocks: [UInt8], by cipher: CipherBlockChaining) throws(KeycardError) -> [UInt8] {
    try Array(cipher.run(blocks, vector: [UInt8](repeating: 0, count: blockSize)).suffix(blockSize))
  }
}

extension CipherBlockChaining {
  func run(_ blocks: [UInt8], vector: [UInt8]) throws(KeycardError) -> [UInt8] {
    // `withUnsafeBytes` of an array has no typed errors.
    let result = blocks.withUnsafeBytes { bytes in Result { () throws(KeycardError) in try run(bytes, vector: vector) } }
    return try result.get()
  }
}
