/// What is needed to open something. It is monotone by construction: no need can be expressed that having more things
/// would leave unmet.
public indirect enum Need: Hashable, Sendable {
  /// One thing, by its number (0 to 63).
  case thing(Int)
  case all([Need])
  case any([Need])
  case atLeast(Int, [Need])

  /// Always met.
  public static let nothing = Need.all([])
  /// Never met.
  public static let impossible = Need.any([])

  /// Returns `true` if these things suffice. The answer is read from the need itself, not from its ways.
  public func isMet(by held: Things) -> Bool {
    switch self {
    case .thing(let number): held.contains(number)
    case .all(let needs): needs.allSatisfy { $0.isMet(by: held) }
    case .any(let needs): needs.contains { $0.isMet(by: held) }
    case .atLeast(let count, let needs): needs.count { $0.isMet(by: held) } >= count
    }
  }

  /// Returns all smallest sets of things that suffice, or `nil` if there are more than `most`.
  func ways(most: Int) -> [Things]? {
    switch self {
    case .thing(let number): return [Things([number])]
    case .any(let needs):
      var ways: [Things] = []
      for need in needs {
        guard let more = need.ways(most: most) else { return nil }
        ways = (ways + more).minimal
        guard ways.count <= most else { return nil }
      }
      return ways
    case .all(let needs):
      var ways = [Things.none]
      for need in needs {
        guard let more = need.ways(most: most), ways.count * more.count <= 64 * most else { return nil }
        ways = ways.flatMap { way in more.map(way.union) }.minimal
        guard ways.count <= most else { return nil }
      }
      return ways
    case .atLeast(let count, let needs):
      guard count > 0 else { return [Things.none] }
      guard count <= needs.count else { return [] }
      let rest = Array(needs.dropFirst())
      let withFirst = Need.all([needs[0], .atLeast(count - 1, rest)]), withoutFirst = Need.atLeast(count, rest)
      return Need.any([withFirst, withoutFirst]).ways(most: most)
    }
  }
}
