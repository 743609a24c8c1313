/// Reads CBOR (RFC 8949) from a range of bytes, item by item, without copying and without building a tree.
///
/// It accepts what CTAP2 (§8 "Message Encoding") calls canonical: shortest integers, definite lengths, no tags and
/// unique keys. If `keyOrder` requires it, keys must also be sorted. It never reads outside its range and never
/// allocates memory for a length that the bytes claim.
public struct CBORReader: Sendable {
  /// The required order of a map's keys. Equal keys are always rejected.
  public enum KeyOrder: Sendable {
    /// CTAP2 canonical: by major type, then shorter first, then byte by byte.
    case canonical
    /// Any order.
    case any
  }

  /// The maximum nesting depth.
  public static let maximumDepth = 16

  /// The bytes that this reader's ranges refer to.
  public let bytes: [UInt8]
  /// The index of the next byte to be read.
  public internal(set) var position: Int
  /// The index at which reading ends.
  public let end: Int
  let keyOrder: KeyOrder

  /// Creates a reader of `bytes[range]`, or of all bytes. A range outside the bytes is treated as empty.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil, keyOrder: KeyOrder = .canonical) {
    self.bytes = bytes
    self.keyOrder = keyOrder
    if let range, range.lowerBound >= 0, range.upperBound <= bytes.count {
      (position, end) = (range.lowerBound, range.upperBound)
    } else {
      (position, end) = (0, range == nil ? bytes.count : 0)
    }
  }

  /// `true` if all bytes have been read.
  public var isAtEnd: Bool { position == end }

  /// Throws if bytes are left.
  public func finish() throws(CBORError) {
    guard isAtEnd else { throw .trailingBytes }
  }

  /// Returns the major type (0 to 7) of the next item.
  public func nextMajorType() throws(CBORError) -> UInt8 {
    guard position < end else { throw .truncated }
    return bytes[position] >> 5
  }

  /// Reads the first bytes of an item: its major type, and its value or length.
  mutating func readHead() throws(CBORError) -> (major: UInt8, value: UInt64) {
    guard position < end else { throw .truncated }
    let initial = bytes[position]
    position += 1
    let major = initial >> 5
    let information = initial & 31
    if information < 24 { return (major, UInt64(information)) }
    guard information < 28 else {
      throw information == 31 && (2...5).contains(major) ? .indefiniteLength : .unsupportedItem
    }
    let width = 1 << Int(information - 24)
    guard end - position >= width else { throw .truncated }
    var value: UInt64 = 0
    for index in position..<position + width { value = value << 8 | UInt64(bytes[index]) }
    position += width
    // For floats and simple values, no shorter form is required here. Rejecting them is up to the caller.
    guard major == 7 || value >= (width == 1 ? 24 : 1 << UInt64(width * 4)) else { throw .notShortestForm }
    return (major, value)
  }

  /// Reads the length of a byte string or text, checked against the remaining bytes.
  mutating func readLength(major wanted: UInt8) throws(CBORError) -> Range<Int> {
    let (major, value) = try readHead()
    guard major == wanted else { throw .unexpectedType }
    guard value <= UInt64(end - position) else { throw .truncated }
    let range = position..<position + Int(value)
    position = range.upperBound
    return range
  }

  /// Reads the count of an array's items or of a map's entries, checked against the remaining bytes: each item takes at
  /// least one byte, each entry two.
  mutating func readCount(major wanted: UInt8) throws(CBORError) -> Int {
    let (major, value) = try readHead()
    guard major == wanted else { throw .unexpectedType }
    guard value <= UInt64(end - position) / (wanted == 5 ? 2 : 1) else { throw .truncated }
    return Int(value)
  }
}

extension CBORReader {
  /// Reads an integer (major types 0 and 1) that fits into 64 signed bits.
  public mutating func readInteger() throws(CBORError) -> Int64 {
    let (major, value) = try readHead()
    guard major <= 1 else { throw .unexpectedType }
    guard value <= UInt64(Int64.max) else { throw .unsupportedItem }
    return major == 0 ? Int64(value) : -1 - Int64(value)
  }

  /// Reads a byte string (major type 2) and returns its range.
  public mutating func readByteString() throws(CBORError) -> Range<Int> { try readLength(major: 2) }

  /// Reads a text (major type 3), which must be UTF-8, and returns its range.
  public mutating func readText() throws(CBORError) -> Range<Int> {
    let range = try readLength(major: 3)
    let isASCII = bytes[range].allSatisfy { $0 < 0x80 }
    guard isASCII || String(validating: bytes[range], as: UTF8.self) != nil else { throw .notUTF8 }
    return range
  }

  /// Reads the head of an array (major type 4) and returns the count of its items, which follow.
  public mutating func readArrayCount() throws(CBORError) -> Int { try readCount(major: 4) }

  /// Reads the head of a map (major type 5) and returns the count of its entries, which follow.
  public mutating func readMapCount() throws(CBORError) -> Int { try readCount(major: 5) }

  /// Returns `true` if the bytes in `range` are the ASCII text `text`.
  public func isText(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return bytes.withUnsafeBytes { all in
      UnsafeRawBufferPointer(rebasing: all[range]).elementsEqual(
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  /// Skips one item and returns its range. The item is validated like any other.
  @discardableResult public mutating func skip() throws(CBORError) -> Range<Int> { try skip(depth: 0) }

  mutating func skip(depth: Int) throws(CBORError) -> Range<Int> {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    let start = position
    switch try nextMajorType() {
    case 0, 1: _ = try readInteger()
    case 2: _ = try readByteString()
    case 3: _ = try readText()
    case 4: for _ in 0..<(try readArrayCount()) { _ = try skip(depth: depth + 1) }
    case 5:
      var keys = CBORKeys()
      for _ in 0..<(try readMapCount()) {
        let key = try skip(depth: depth + 1)
        try keys.insert(key, in: bytes, order: keyOrder)
        _ = try skip(depth: depth + 1)
      }
    default: _ = try readSimple()
    }
    return start..<position
  }

  mutating func readSimple() throws(CBORError) -> CBORValue {
    let (major, value) = try readHead()
    guard major == 7 else { throw .unsupportedItem }
    switch value {
    case 20: return .boolean(false)
    case 21: return .boolean(true)
    case 22: return .null
    default: throw .unsupportedItem
    }
  }
}

/// Checks the keys of one map in sequence. Rejects duplicates and, if an order is required, keys that are out of order.
public struct CBORKeys: Sendable {
  /// The maximum number of keys before one that is out of order. The limit prevents a hostile map from requiring
  /// quadratic time.
  static let maximumUnorderedCount = 64

  private var last: Range<Int>?
  private var seen: [Range<Int>] = []

  /// Creates an empty sequence of keys.
  public init() {}

  /// Takes the next key, encoded in `bytes[key]`.
  public mutating func insert(_ key: Range<Int>, in bytes: [UInt8], order: CBORReader.KeyOrder) throws(CBORError) {
    if let last {
      switch Self.compare(last, key, in: bytes) {
      case 0: throw .duplicateKey
      case 1 where order == .canonical: throw .unorderedKeys
      case 1:
        guard seen.count <= Self.maximumUnorderedCount else { throw .unorderedKeys }
        for earlier in seen where Self.compare(earlier, key, in: bytes) == 0 { throw .duplicateKey }
      default: break
      }
    }
    // As long as keys come in order, only the largest previous key can equal the next one. The other keys matter as
    // soon as a key is out of order.
    if order == .any { seen.append(key) }
    if last.map({ Self.compare($0, key, in: bytes) < 0 }) ?? true { last = key }
  }

  /// Returns -1, 0 or 1 by the CTAP2 canonical order: major type, then length of the encoding, then its bytes.
  private static func compare(_ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]) -> Int {
    guard let first = bytes[left].first, let second = bytes[right].first else { return left.count - right.count }
    if first >> 5 != second >> 5 { return first >> 5 < second >> 5 ? -1 : 1 }
    if left.count != right.count { return left.count < right.count ? -1 : 1 }
    for (one, other) in zip(bytes[left], bytes[right]) where one != other { return one < other ? -1 : 1 }
    return 0
  }
}
