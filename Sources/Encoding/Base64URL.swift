/// Base64 with the URL and filename safe alphabet and without padding (RFC 4648 §5, as WebAuthn §3 "Base64url Encoding" wants it).
///
/// There is exactly one text for each sequence of bytes: padding, white space, a lone last character and unused bits that
/// are not zero are refused, so two different texts never stand for one credential id or challenge.
public enum Base64URL {
  /// Reads `text[range]`; `nil` where it is not the one encoding of some bytes.
  public static func decode(_ text: [UInt8], in range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return nil }
    return text.withUnsafeBytes { decode(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Reads a whole text; `nil` where it is not the one encoding of some bytes.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let utf8 = Array(text.utf8)
    return decode(utf8, in: utf8.startIndex..<utf8.endIndex)
  }

  /// The encoding of `bytes`, without padding.
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
