extension CBORReader {
  /// One item with all that is in it.
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
