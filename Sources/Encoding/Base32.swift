/// Base32 of RFC 4648, in upper case and without padding: the form in which authenticator apps for time-based codes
/// accept a key.
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = [], buffer: UInt32 = 0, bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Base32 with Crockford's alphabet, as GNUnet and related projects encode keys: most significant bit first, the last
/// character padded with zero bits, no padding characters, upper case.
///
/// The decoder accepts lower case, `O` for `0`, `I` and `L` for `1` and `U` for `V`, as other implementations do. It
/// rejects impossible lengths and unused bits that are not zero, so that two different texts for the same bytes differ
/// only in spelling.
public enum CrockfordBase32 {
  /// The 32 characters in order, each for five bits. I, L, O and U are missing: they are read as other characters.
  public static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Returns the encoding of `bytes`: ⌈8n/5⌉ characters.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(group >> bits & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(group << (5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that `text` encodes, or `nil` if it is not a valid encoding.
  ///
  /// - Parameter count: The number of bytes that the text must encode, if known.
  public static func decode(_ text: some StringProtocol, count: Int? = nil) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 5 / 8)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      group = group << 5 | value
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
        group &= (1 << bits) - 1
      }
    }
    // The remaining bits must be fewer than a character's, and zero.
    guard bits < 5, group & ((1 << bits) - 1) == 0 else { return nil }
    guard count == nil || count == bytes.count else { return nil }
    return bytes
  }

  /// Returns the one form of signs as people type them: in lower case, with an O for a 0, in groups with hyphens or
  /// spaces. `nil` for what does not encode this number of bytes.
  public static func canonical(typed: String, count: Int) -> String? {
    decode(typed.filter { !$0.isWhitespace && $0 != "-" }, count: count).map { encode($0) }
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 48
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value(of: character - 32)
    case UInt8(ascii: "O"): 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): 1
    case UInt8(ascii: "U"): value(of: UInt8(ascii: "V"))
    default: alphabet.firstIndex(of: character).map(UInt32.init)
    }
  }
}
