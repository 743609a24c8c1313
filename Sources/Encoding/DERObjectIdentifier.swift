/// An OBJECT IDENTIFIER by its numbers, kept as DER encodes it (X.690 §8.19), so that it is compared byte by byte.
public struct DERObjectIdentifier: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The content octets.
  public let bytes: [UInt8]

  /// From at least two numbers; the first is 0, 1 or 2.
  public init(arrayLiteral numbers: UInt32...) {
    var bytes: [UInt8] = []
    let head = numbers.count > 1 ? [numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2) : numbers
    for number in head {
      var groups = [UInt8(number & 0x7f)]
      var rest = number >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      bytes += groups.reversed()
    }
    self.bytes = bytes
  }

  /// Whether the content of an OBJECT IDENTIFIER is this one; so that it can stand in a `case`.
  public static func ~= (pattern: Self, content: ArraySlice<UInt8>) -> Bool { pattern.bytes.elementsEqual(content) }
}
