import CTomCrypt
import Encoding

/// Ethereum's address and message hash formats.
public enum Ethereum {
  /// Returns the address of a key: the last 20 bytes of the hash of x and y, in the notation of EIP-55, in which the
  /// case of the letters is a checksum.
  public static func address(of key: Secp256k1PublicKey) -> String {
    checksummed(Array(Keccak256.hash(Array(key.uncompressed.dropFirst())).suffix(20)))
  }

  /// Returns the hash signed by `personal_sign` (EIP-191, version 0x45). It covers a prefix, the number of bytes, and
  /// the message.
  public static func personalMessageHash(_ message: [UInt8]) -> [UInt8] {
    Keccak256.hash([0x19] + Array("Ethereum Signed Message:\n\(message.count)".utf8) + message)
  }

  /// Returns the 20 bytes of an address in EIP-55 notation.
  static func checksummed(_ address: [UInt8]) -> String {
    let digits = Hex.encode(address)
    let marks = Hex.encode(Keccak256.hash(Array(digits.utf8)))
    return "0x" + String(zip(digits, marks).map { digit, mark in mark >= "8" ? Character(digit.uppercased()) : digit })
  }
}

/// Keccak-256 with the padding used before SHA-3 was standardized, as in Ethereum.
public enum Keccak256 {
  /// The number of message bytes absorbed between two permutations.
  private static let rate = 136

  /// Returns the hash, 32 bytes.
  ///
  /// libtomcrypt has the sponge, but only the paddings of FIPS 202. It is therefore given whole blocks, the last of
  /// which is padded here with 01 00 … 80, and the state after that is the hash.
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [UInt8](repeating: 0, count: rate - message.count % rate)
    padded[message.count] |= 0x01
    padded[padded.count - 1] |= 0x80
    var state = hash_state()
    _ = sha3_256_init(&state)
    _ = sha3_process(&state, padded, UInt(padded.count))
    let lanes = state.sha3.s
    return [lanes.0, lanes.1, lanes.2, lanes.3].flatMap { lane in
      withUnsafeBytes(of: UInt64(lane).littleEndian, Array.init)
    }
  }
}
