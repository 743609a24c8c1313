/// Reads CBOR (RFC 8949) from a range of bytes, item by item, without copying and without a tree.
///
/// It takes what CTAP2 (§8 "Message Encoding") calls canonical: shortest integers, definite lengths, no tags, unique keys; where
/// `keyOrder` says so, sorted keys too. It never reads outside its range and never allocates by a length that the bytes claim.
public struct CBORReader: Sendable {
  /// What is demanded of the order of a map's keys. Equal keys are refused in any case.
  public enum KeyOrder: Sendable {
    /// CTAP2 canonical: by major type, then shorter first, then byte by byte.
    case canonical
    /// Any order.
    case any
  }

  /// The deepest nesting that is read.
  public static let maximumDepth = 16

  /// The bytes that the ranges given by this reader point into.
  public let bytes: [UInt8]
  /// The index of the next byte to be read.
  public internal(set) var position: Int
  /// Where reading ends.
  public let end: Int
  let keyOrder: KeyOrder

  /// Reads `bytes[range]`, or all of them. A range outside the bytes reads as empty.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil, keyOrder: KeyOrder = .canonical) {
    self.bytes = bytes
    self.keyOrder = keyOrder
    if let range, range.lowerBound >= 0, range.upperBound <= bytes.count {
      (position, end) = (range.lowerBound, range.upperBound)
    } else {
      (position, end) = (0, range == nil ? bytes.count : 0)
    }
  }

  /// Whether all bytes are read.
  public var isAtEnd: Bool { position == end }

  /// Throws where bytes are left.
  public func finish() throws(CBORError) {
    guard isAtEnd else { throw .trailingBytes }
  }

  /// The major type (0 to 7) of the next item.
  public func nextMajorType() throws(CBORError) -> UInt8 {
    guard position < end else { throw .truncated }
    return bytes[position] >> 5
  }

  /// The first bytes of an item: its major type, and its value or length.
  mutating func readHead() throws(CBORError) -> (major: UInt8, value: UInt64) {
    guard position < end else { throw .truncated }
    let initial = bytes[position]
    position += 1
    let major = initial >> 5
    let information = initial & 31
    if information < 24 { return (major, UInt64(information)) }
    guard information < 28 else { throw information == 31 && (2...5).contains(major) ? .indefiniteLength : .unsupportedItem }
    let width = 1 << Int(information - 24)
    guard end - position >= width else { throw .truncated }
    var value: UInt64 = 0
    for index in position..<position + width { value = value << 8 | UInt64(bytes[index]) }
    position += width
    // Floats and simple values have no shorter form to prefer here; they are refused by whoever reads them.
    guard major == 7 || value >= (width == 1 ? 24 : 1 << UInt64(width * 4)) else { throw .notShortestForm }
    return (major, value)
  }

  /// A length of bytes or text, checked against what is left.
  mutating func readLength(major wanted: UInt8) throws(CBORError) -> Range<Int> {
    let (major, value) = try readHead()
    guard major == wanted else { throw .unexpectedType }
    guard value <= UInt64(end - position) else { throw .truncated }
    let range = position..<position + Int(value)
    position = range.upperBound
    return range
  }

  /// The count of an array's items or of a map's entries, checked against what is left: each takes at least one byte, or two.
  mutating func readCount(major wanted: UInt8) throws(CBORError) -> Int {
    let (major, value) = try readHead()
    guard major == wanted else { throw .unexpectedType }
    guard value <= UInt64(end - position) / (wanted == 5 ? 2 : 1) else { throw .truncated }
    return Int(value)
  }
}
