/// A set of at most 64 things, identified by their numbers, 0 to 63.
public struct Things: Hashable, Sendable {
  /// One bit for each thing. The lowest bit stands for thing 0.
  public var bits: UInt64

  public init(bits: UInt64) { self.bits = bits }
  public init(_ numbers: some Sequence<Int>) { bits = numbers.reduce(0) { $0 | 1 << UInt64($1) } }

  public static let none = Things(bits: 0)
  /// Returns the set of the things 0 to `count - 1`.
  public static func first(_ count: Int) -> Things { Things(bits: count >= 64 ? .max : (1 << UInt64(count)) - 1) }

  public var count: Int { bits.nonzeroBitCount }
  public var isEmpty: Bool { bits == 0 }
  /// The numbers of the things, in ascending order.
  public var numbers: [Int] {
    var rest = bits, numbers: [Int] = []
    while rest != 0 {
      numbers.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return numbers
  }

  public func contains(_ number: Int) -> Bool { bits >> UInt64(number) & 1 == 1 }
  public func isSubset(of other: Things) -> Bool { bits & ~other.bits == 0 }
  /// Returns `true` if the two sets have a thing in common.
  public func meets(_ other: Things) -> Bool { bits & other.bits != 0 }
  public func union(_ other: Things) -> Things { Things(bits: bits | other.bits) }
  public func subtracting(_ other: Things) -> Things { Things(bits: bits & ~other.bits) }
  /// Returns the set with one more thing.
  public func with(_ number: Int) -> Things { Things(bits: bits | 1 << UInt64(number)) }

  /// The order of all lists of sets: smaller sets come first, then those whose lowest thing has the lower number.
  public static func isBefore(_ one: Things, _ other: Things) -> Bool {
    guard one.count == other.count else { return one.count < other.count }
    let lowest = one.bits.trailingZeroBitCount, otherLowest = other.bits.trailingZeroBitCount
    return lowest == otherLowest ? one.bits < other.bits : lowest < otherLowest
  }
}

extension [Things] {
  /// The sets that contain none of the others, each once and in order. They form an antichain.
  public var minimal: [Things] {
    var kept: [Things] = []
    for set in Set(self).sorted(by: Things.isBefore) where !kept.contains(where: { $0.isSubset(of: set) }) {
      kept.append(set)
    }
    return kept
  }
}
