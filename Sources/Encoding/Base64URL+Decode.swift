extension Base64URL {
  /// Four characters at a time, by tables. Every index is below `text.count`, and the output is exactly as long as the count of
  /// characters says, so nothing is allocated by a length the input claims.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let count = text.count
    guard count % 4 != 1 else { return nil }
    let size = count / 4 * 3 + (count % 4 == 0 ? 0 : count % 4 - 1)
    var isValid = true
    // A spare byte: each group of three is stored as a word of four.
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
          words[Int(text[read])] | words[256 + Int(text[read + 1])] | words[512 + Int(text[read + 2])] | words[768 + Int(text[read + 3])]
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
    // The bits that fill no byte must be zero, or several texts would stand for the same bytes.
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
