import CTomCrypt

/// Keccak-256 with the padding from before SHA-3 was standardized, as Ethereum hashes.
public enum Keccak256 {
  /// So many bytes of a message are taken in between two permutations.
  private static let rate = 136

  /// 32 bytes.
  ///
  /// libtomcrypt has the sponge, but of its paddings only those of FIPS 202. So whole blocks are given to it, the last of them padded
  /// here with 01 00 … 80, and the state after that is the hash.
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [UInt8](repeating: 0, count: rate - message.count % rate)
    padded[message.count] |= 0x01
    padded[padded.count - 1] |= 0x80
    var state = hash_state()
    _ = sha3_256_init(&state)
    _ = sha3_process(&state, padded, UInt(padded.count))
    let lanes = state.sha3.s
    return [lanes.0, lanes.1, lanes.2, lanes.3].flatMap { lane in withUnsafeBytes(of: UInt64(lane).littleEndian, Array.init) }
  }
}
