import Encoding

/// Base64 with padding (RFC 4648 §4), as `x5c` (RFC 7515 §4.1.6) and metadata statements have it.
enum PaddedBase64 {
  /// The bytes; `nil` for what is not such a text. White space is passed over: statements are written by many hands, and some break lines.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var characters: [UInt8] = []
    var padding = 0
    for character in text {
      switch character {
      case 0x20, 0x09, 0x0a, 0x0d: continue
      case UInt8(ascii: "="): padding += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"): return nil
      default:
        guard padding == 0 else { return nil }
        switch character {
        case UInt8(ascii: "+"): characters.append(UInt8(ascii: "-"))
        case UInt8(ascii: "/"): characters.append(UInt8(ascii: "_"))
        default: characters.append(character)
        }
      }
    }
    guard padding <= 2, (characters.count + padding).isMultiple(of: 4) else { return nil }
    return Base64URL.decode(characters, in: 0..<characters.count)
  }
}
