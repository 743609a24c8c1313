/// The keys of one map as they come: refuses equal ones, and those out of order where an order is demanded.
public struct CBORKeys: Sendable {
  /// So many keys may stand before one that is out of order, so that a hostile map costs no quadratic time.
  static let maximumUnorderedCount = 64

  private var last: Range<Int>?
  private var seen: [Range<Int>] = []

  /// No key yet.
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
    // Of keys that come in order only the largest can meet its equal next; the others matter as soon as one is out of order.
    if order == .any { seen.append(key) }
    if last.map({ Self.compare($0, key, in: bytes) < 0 }) ?? true { last = key }
  }

  /// -1, 0 or 1 by the CTAP2 canonical order: major type, then length of the encoding, then its bytes.
  private static func compare(_ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]) -> Int {
    guard let first = bytes[left].first, let second = bytes[right].first else { return left.count - right.count }
    if first >> 5 != second >> 5 { return first >> 5 < second >> 5 ? -1 : 1 }
    if left.count != right.count { return left.count < right.count ? -1 : 1 }
    for (one, other) in zip(bytes[left], bytes[right]) where one != other { return one < other ? -1 : 1 }
    return 0
  }
}
