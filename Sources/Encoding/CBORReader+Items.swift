extension CBORReader {
  /// An integer (major types 0 and 1) that fits into 64 signed bits.
  public mutating func readInteger() throws(CBORError) -> Int64 {
    let (major, value) = try readHead()
    guard major <= 1 else { throw .unexpectedType }
    guard value <= UInt64(Int64.max) else { throw .unsupportedItem }
    return major == 0 ? Int64(value) : -1 - Int64(value)
  }

  /// Where a byte string (major type 2) lies.
  public mutating func readByteString() throws(CBORError) -> Range<Int> { try readLength(major: 2) }

  /// Where a text (major type 3) lies; its bytes are UTF-8.
  public mutating func readText() throws(CBORError) -> Range<Int> {
    let range = try readLength(major: 3)
    let isASCII = bytes[range].allSatisfy { $0 < 0x80 }
    guard isASCII || String(validating: bytes[range], as: UTF8.self) != nil else { throw .notUTF8 }
    return range
  }

  /// The count of the items of an array (major type 4) that follow.
  public mutating func readArrayCount() throws(CBORError) -> Int { try readCount(major: 4) }

  /// The count of the entries of a map (major type 5) that follow.
  public mutating func readMapCount() throws(CBORError) -> Int { try readCount(major: 5) }

  /// Whether the bytes in `range` are the ASCII text `text`.
  public func isText(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return bytes.withUnsafeBytes { all in
      UnsafeRawBufferPointer(rebasing: all[range]).elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  /// Passes over one item, which is checked like any other, and says where it lay.
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
