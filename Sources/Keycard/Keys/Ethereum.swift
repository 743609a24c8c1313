import Encoding

/// What Ethereum makes of keys and messages.
public enum Ethereum {
  /// The address of a key: the last 20 bytes of the hash of x and y, with the letters of EIP-55, whose case is a checksum.
  public static func address(of key: Secp256k1PublicKey) -> String {
    checksummed(Array(Keccak256.hash(Array(key.uncompressed.dropFirst())).suffix(20)))
  }

  /// What `personal_sign` signs (EIP-191, version 45): the hash of a prefix, the count of bytes and the message.
  public static func personalMessageHash(_ message: [UInt8]) -> [UInt8] {
    Keccak256.hash([0x19] + Array("Ethereum Signed Message:\n\(message.count)".utf8) + message)
  }

  /// The 20 bytes of an address as EIP-55 writes them.
  static func checksummed(_ address: [UInt8]) -> String {
    let digits = Hex.encode(address)
    let marks = Hex.encode(Keccak256.hash(Array(digits.utf8)))
    return "0x" + String(zip(digits, marks).map { digit, mark in mark >= "8" ? Character(digit.uppercased()) : digit })
  }
}
