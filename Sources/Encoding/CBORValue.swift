/// A whole CBOR item as a value, for small structures that are rarely read, such as attestation statements and
/// extension outputs.
public indirect enum CBORValue: Hashable, Sendable {
  /// Major types 0 and 1.
  case integer(Int64)
  /// Major type 2, a part of the bytes that were read.
  case bytes(ArraySlice<UInt8>)
  /// Major type 3.
  case text(String)
  /// Major type 4.
  case array([CBORValue])
  /// Major type 5, in the order in which it was read.
  case map([CBOREntry])
  /// The simple values `true` and `false`.
  case boolean(Bool)
  /// The simple value `null`.
  case null

  /// Reads exactly one item from all of `bytes`.
  public init(decoding bytes: [UInt8], keyOrder: CBORReader.KeyOrder = .canonical) throws(CBORError) {
    var reader = CBORReader(bytes, keyOrder: keyOrder)
    self = try reader.readValue()
    try reader.finish()
  }

  /// Returns the value for a text key of a map.
  public subscript(key: String) -> CBORValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == .text(key) }?.value
  }

  /// The bytes of a byte string; `nil` for other items.
  public var byteString: ArraySlice<UInt8>? { if case .bytes(let bytes) = self { bytes } else { nil } }
  /// The value of an integer; `nil` for other items.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The content of a text; `nil` for other items.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The items of an array; `nil` for other items.
  public var array: [CBORValue]? { if case .array(let items) = self { items } else { nil } }
  /// The entries of a map; `nil` for other items.
  public var map: [CBOREntry]? { if case .map(let entries) = self { entries } else { nil } }
}

/// One entry of a CBOR map.
public struct CBOREntry: Hashable, Sendable {
  /// The key of the entry, which may be of any type.
  public var key: CBORValue
  /// The value that belongs to the key.
  public var value: CBORValue

  /// Creates an entry from a key and its value.
  public init(key: CBORValue, value: CBORValue) { (self.key, self.value) = (key, value) }
}

/// The reason why bytes are not valid CBOR as WebAuthn accepts it.
public enum CBORError: Error, Hashable, Sendable {
  /// The bytes end inside an item, or a length extends past their end.
  case truncated
  /// Bytes follow the item.
  case trailingBytes
  /// An integer or a length that would fit into a shorter form.
  case notShortestForm
  /// An indefinite length (major types 2 to 5 with additional information 31).
  case indefiniteLength
  /// Two equal keys in a map.
  case duplicateKey
  /// Keys out of the CTAP2 canonical order.
  case unorderedKeys
  /// Nesting deeper than the limit.
  case tooDeep
  /// Text that is not UTF-8.
  case notUTF8
  /// A tag, a float, a reserved value, or an integer outside 64 signed bits, none of which WebAuthn uses.
  case unsupportedItem
  /// A valid item whose type is not the one that the structure requires at this position.
  case unexpectedType
}

extension CBORReader {
  /// Reads one item, including everything nested in it.
  public mutating func readValue() throws(CBORError) -> CBORValue { try readValue(depth: 0) }

  private mutating func readValue(depth: Int) throws(CBORError) -> CBORValue {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    switch try nextMajorType() {
    case 0, 1: return .integer(try readInteger())
    case 2: return .bytes(bytes[try readByteString()])
    case 3: return .text(String(decoding: bytes[try readText()], as: UTF8.self))
    case 4:
      var items: [CBORValue] = []
      for _ in 0..<(try readArrayCount()) { items.append(try readValue(depth: depth + 1)) }
      return .array(items)
    case 5:
      var entries: [CBOREntry] = []
      var keys = CBORKeys()
      for _ in 0..<(try readMapCount()) {
        let start = position
        let key = try readValue(depth: depth + 1)
        try keys.insert(start..<position, in: bytes, order: keyOrder)
        entries.append(CBOREntry(key: key, value: try readValue(depth: depth + 1)))
      }
      return .map(entries)
    default: return try readSimple()
    }
  }
}

extension CBORValue {
  /// Returns the CTAP2 canonical encoding (CTAP2 §8 "Message Encoding") with shortest forms and sorted keys.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .integer(let number):
      Self.appendHead(number < 0 ? 1 : 0, UInt64(number < 0 ? -1 - number : number), to: &bytes)
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
