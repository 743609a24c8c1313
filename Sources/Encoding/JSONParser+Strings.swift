extension JSONParser {
  /// Parses a string, eight bytes at a time as long as all of them are plain.
  mutating func string() throws(JSONError) {
    position += 1
    let start = position
    var kind = JSONNode.Kind.string
    while true {
      skipPlain()
      switch next {
      case UInt8(ascii: "\""):
        append(kind, from: start)
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        try escape()
      case 0x80...: try multibyte()
      default: return try fail()
      }
    }
  }

  /// Skips bytes that are neither quotation mark, backslash, control character nor part of a longer UTF-8 sequence.
  /// Eight bytes are tested at a time in one word. A subtraction that borrows marks a byte, and the lowest mark is
  /// never a false positive.
  @inline(__always) private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= text.count {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
      let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
      let marks =
        (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | word
      guard marks & highs == 0 else {
        position += (marks & highs).trailingZeroBitCount / 8
        return
      }
      position += 8
    }
    while position < text.count {
      let character = text[position]
      if character < 0x20 || character >= 0x80 || character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\") {
        return
      }
      position += 1
    }
  }

  private mutating func escape() throws(JSONError) {
    position += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      let unit = try codeUnit()
      guard unit & 0xf800 == 0xd800 else { return }
      // A surrogate must be the first half of a pair, immediately followed by an escape with the second half.
      guard unit < 0xdc00, next == UInt8(ascii: "\\") else { return try fail(.notUnicode) }
      position += 1
      guard next == UInt8(ascii: "u"), try codeUnit() & 0xfc00 == 0xdc00 else { return try fail(.notUnicode) }
    default: return try fail()
    }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexDigit(next) else { return try fail() }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  /// Parses one UTF-8 sequence of two to four bytes, in the only form Unicode (table 3-7) allows.
  private mutating func multibyte() throws(JSONError) {
    let lead = next
    let (count, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xc2...0xdf: (count, second) = (2, 0x80...0xbf)
    case 0xe0: (count, second) = (3, 0xa0...0xbf)
    case 0xed: (count, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (count, second) = (3, 0x80...0xbf)
    case 0xf0: (count, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (count, second) = (4, 0x80...0xbf)
    case 0xf4: (count, second) = (4, 0x80...0x8f)
    default: return try fail(.notUnicode)
    }
    guard text.count - position >= count, second.contains(text[position + 1]) else { return try fail(.notUnicode) }
    for index in 2..<max(count, 2) where text[position + index] & 0xc0 != 0x80 { return try fail(.notUnicode) }
    position += count
  }

  private static func hexDigit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(character) - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(character) - 87
    default: nil
    }
  }

  /// Returns a string's bytes, unescaped. The string has already been validated; anything impossible is left unchanged.
  static func unescaped(_ string: some Collection<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var high: UInt32?
    var rest = string.makeIterator()
    while let character = rest.next() {
      guard character == UInt8(ascii: "\\"), let letter = rest.next() else { output.append(character); continue }
      switch letter {
      case UInt8(ascii: "b"): output.append(8)
      case UInt8(ascii: "f"): output.append(12)
      case UInt8(ascii: "n"): output.append(10)
      case UInt8(ascii: "r"): output.append(13)
      case UInt8(ascii: "t"): output.append(9)
      case UInt8(ascii: "u"):
        var unit: UInt32 = 0
        for _ in 0..<4 { unit = unit << 4 | (rest.next().flatMap(hexDigit) ?? 0) }
        if unit & 0xfc00 == 0xd800 {
          high = unit
        } else {
          let scalar = high.map { 0x10000 + ($0 - 0xd800) << 10 + (unit & 0x3ff) } ?? unit
          high = nil
          output += String(Unicode.Scalar(scalar).map(Character.init) ?? "\u{fffd}").utf8
        }
      default: output.append(letter)
      }
    }
    return output
  }
}

/// Returns `true` if two buffers contain the same bytes, compared eight at a time. Not suitable for secrets, because it
/// stops at the first difference.
@inline(__always) func sameBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  var index = 0
  while index + 8 <= left.count {
    guard
      left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    else {
      return false
    }
    index += 8
  }
  while index < left.count {
    guard left[index] == right[index] else { return false }
    index += 1
  }
  return true
}
