extension Base64URL {
  /// Sixteen characters at a time while there are so many, then one by one. Every index is below `text.count`, and the
  /// output is exactly as long as the count of characters says, so nothing is allocated by a length the input claims.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let count = text.count
    guard count % 4 != 1 else { return nil }
    let size = count / 4 * 3 + (count % 4 == 0 ? 0 : count % 4 - 1)
    var isValid = true
    // Four spare bytes: a group of three is stored as a word of four.
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 4) { buffer, initialized in
      initialized = size
      let output = UnsafeMutableRawBufferPointer(buffer)
      var read = 0
      var written = 0
      while read + 16 <= count {
        let characters = text.loadUnaligned(fromByteOffset: read, as: SIMD16<UInt8>.self)
        guard let groups = sixBitValues(characters) else { isValid = false; initialized = 0; return }
        let triples = packed(groups)
        for lane in 0..<4 { output.storeBytes(of: triples[lane], toByteOffset: written + lane * 3, as: UInt32.self) }
        read += 16
        written += 12
      }
      var group: UInt32 = 0
      var bits: UInt32 = 0
      while read < count {
        guard let value = sixBitValue(text[read]) else { isValid = false; initialized = 0; return }
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
      if group & (1 << bits - 1) != 0 { isValid = false; initialized = 0 }
    }
    return isValid ? bytes : nil
  }

  /// In each word: four characters' values, first in the lowest byte → three bytes in memory order.
  @inline(__always) private static func packed(_ groups: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let first = (groups &<< 2) & 0xfc | (groups &>> 12) & 0x03
    let second = (groups &<< 4) & 0xf000 | (groups &>> 10) & 0x0f00
    let third = (groups &<< 6) & 0xc0_0000 | (groups &>> 8) & 0x3f_0000
    return first | second | third
  }

  /// The values of sixteen characters, four to a word; `nil` if any is outside the alphabet.
  @inline(__always) private static func sixBitValues(_ characters: SIMD16<UInt8>) -> SIMD4<UInt32>? {
    let upper = (characters .>= 65) .& (characters .<= 90)
    let lower = (characters .>= 97) .& (characters .<= 122)
    let digit = (characters .>= 48) .& (characters .<= 57)
    let minus = characters .== UInt8(ascii: "-")
    let underscore = characters .== UInt8(ascii: "_")
    guard all(upper .| lower .| digit .| minus .| underscore) else { return nil }
    var offset = SIMD16<UInt8>(repeating: 191)
    offset.replace(with: 185, where: lower)
    offset.replace(with: 4, where: digit)
    offset.replace(with: 17, where: minus)
    offset.replace(with: 224, where: underscore)
    return unsafeBitCast(characters &+ offset, to: SIMD4<UInt32>.self)
  }

  private static func sixBitValue(_ character: UInt8) -> UInt32? {
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
