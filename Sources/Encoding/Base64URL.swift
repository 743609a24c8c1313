/// Base64 with the URL and filename safe alphabet and without padding (RFC 4648 §5, as required by WebAuthn §3
/// "Base64url Encoding").
///
/// There is exactly one text for each sequence of bytes. Padding, white space, a lone last character and unused bits
/// that are not zero are rejected, so two different texts never represent the same credential id or challenge.
public enum Base64URL {
  /// Decodes `text[range]`. Returns `nil` if it is not a canonical encoding.
  public static func decode(_ text: [UInt8], in range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return nil }
    return text.withUnsafeBytes { decode(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Decodes a whole text. Returns `nil` if it is not a canonical encoding.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let utf8 = Array(text.utf8)
    return decode(utf8, in: utf8.startIndex..<utf8.endIndex)
  }

  /// Returns the encoding of `bytes`, without padding.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the encoding of `bytes` to `text`.
  public static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(character(UInt8(truncatingIfNeeded: group >> bits) & 63))
      }
    }
    if bits > 0 { text.append(character(UInt8(truncatingIfNeeded: group << (6 - bits)) & 63)) }
  }

  private static func character(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: value &+ 65
    case 26..<52: value &+ 71
    case 52..<62: value &- 4
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }
}

extension Base64URL {
  /// Decodes four characters at a time, using tables. Every index is below `text.count`, and the length of the output
  /// follows from the number of characters. Memory is therefore never allocated for a length that the input claims.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let count = text.count
    guard count % 4 != 1 else { return nil }
    let size = count / 4 * 3 + (count % 4 == 0 ? 0 : count % 4 - 1)
    var isValid = true
    // One byte is spare, because each group of three is stored as a word of four.
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, initialized in
      let output = UnsafeMutableRawBufferPointer(buffer)
      initialized = size
      isValid = decode(text, into: output)
      if !isValid { initialized = 0 }
    }
    return isValid ? bytes : nil
  }

  private static func decode(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
    let count = text.count
    var read = 0
    var written = 0
    let allValid = Base64URLTables.shared.words.withUnsafeBufferPointer { words in
      var seen: UInt32 = 0
      while read + 4 <= count {
        let group =
          words[Int(text[read])] | words[256 + Int(text[read + 1])] | words[512 + Int(text[read + 2])]
          | words[768 + Int(text[read + 3])]
        seen |= group
        output.storeBytes(of: group, toByteOffset: written, as: UInt32.self)
        read += 4
        written += 3
      }
      return seen & Base64URLTables.invalid == 0
    }
    guard allValid else { return false }
    var group: UInt32 = 0
    var bits: UInt32 = 0
    while read < count {
      guard let value = value(of: text[read]) else { return false }
      group = group << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        output[written] = UInt8(truncatingIfNeeded: group >> bits)
        written += 1
      }
      read += 1
    }
    // The bits that do not fill a byte must be zero; otherwise several texts would represent the same bytes.
    return group & (1 << bits - 1) == 0
  }

  static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// A table for each place in a group of four characters. It maps a character to its part of the three bytes, which are
/// in memory order in the low 24 bits of a little-endian word.
struct Base64URLTables: Sendable {
  static let shared = Self()
  /// The bit that marks the word of a character outside the alphabet.
  static let invalid: UInt32 = 1 << 31

  let words: [UInt32]

  private init() {
    var words: [UInt32] = []
    for place in 0..<4 {
      for character in UInt8.min...UInt8.max {
        guard let value = Base64URL.value(of: character) else {
          words.append(Self.invalid)
          continue
        }
        let group = value << UInt32(18 - place * 6)
        words.append(((group >> 16 & 0xff) | (group & 0xff00) | (group & 0xff) << 16).littleEndian)
      }
    }
    self.words = words
  }
}
