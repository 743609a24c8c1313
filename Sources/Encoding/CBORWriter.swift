extension CBORValue {
  /// The CTAP2 canonical encoding (CTAP2 §8 "Message Encoding"): shortest forms, keys sorted.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .integer(let number): Self.appendHead(number < 0 ? 1 : 0, UInt64(number < 0 ? -1 - number : number), to: &bytes)
    case .bytes(let string):
      Self.appendHead(2, UInt64(string.count), to: &bytes)
      bytes += string
    case .text(let text):
      Self.appendHead(3, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .array(let items):
      Self.appendHead(4, UInt64(items.count), to: &bytes)
      for item in items { item.append(to: &bytes) }
    case .map(let entries):
      Self.appendHead(5, UInt64(entries.count), to: &bytes)
      let encoded = entries.map { (key: $0.key.encoded(), value: $0.value) }
      for entry in encoded.sorted(by: { Self.precedes($0.key, $1.key) }) {
        bytes += entry.key
        entry.value.append(to: &bytes)
      }
    case .boolean(let flag): bytes.append(flag ? 0xf5 : 0xf4)
    case .null: bytes.append(0xf6)
    }
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let majors = (left.first.map { $0 >> 5 } ?? 0, right.first.map { $0 >> 5 } ?? 0)
    if majors.0 != majors.1 { return majors.0 < majors.1 }
    return left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
  }

  private static func appendHead(_ major: UInt8, _ value: UInt64, to bytes: inout [UInt8]) {
    switch value {
    case 0..<24: bytes.append(major << 5 | UInt8(value))
    case 24...0xff: bytes += [major << 5 | 24, UInt8(value)]
    case 0x100...0xffff: appendWide(major << 5 | 25, value, width: 2, to: &bytes)
    case 0x1_0000...0xffff_ffff: appendWide(major << 5 | 26, value, width: 4, to: &bytes)
    default: appendWide(major << 5 | 27, value, width: 8, to: &bytes)
    }
  }

  private static func appendWide(_ initial: UInt8, _ value: UInt64, width: Int, to bytes: inout [UInt8]) {
    bytes.append(initial)
    for index in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8))) }
  }
}
