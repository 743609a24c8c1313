/// Who can open something: the smallest sets of things that suffice, called *ways*. `losses` are its counterpart: the
/// smallest sets whose loss leaves no way.
public struct AccessStructure: Hashable, Sendable {
  /// The number of things, including those that are in no way.
  public let count: Int
  /// An antichain, the smallest first. It is empty if nothing suffices, and `[.none]` if nothing is needed.
  public let ways: [Things]

  /// The largest number of ways that is listed. It is more than anybody has.
  public static let mostWays = 4096
  /// The largest number of things for which a `SubsetTable` is made.
  public static let mostThings = 24

  /// Returns `nil` for more things than a set can hold, or if there are more than `mostWays` ways.
  public init?(_ need: Need, of count: Int) {
    guard count <= 64, let ways = need.ways(most: Self.mostWays) else { return nil }
    self.init(ways: ways, of: count)
  }
  /// - Parameter ways: Sets that suffice. Those that are not smallest are dropped.
  public init(ways: [Things], of count: Int) { self.count = count; self.ways = ways.minimal }

  public func opens(with held: Things) -> Bool { ways.contains { $0.isSubset(of: held) } }
  /// Returns `true` if a way is left after a loss.
  public func survives(losing lost: Things) -> Bool { ways.contains { !$0.meets(lost) } }
  /// Returns the ways that are left after a loss.
  public func ways(without lost: Things) -> [Things] { ways.filter { !$0.meets(lost) } }

  /// Returns the structure after a loss.
  public func losing(_ lost: Things) -> AccessStructure { AccessStructure(ways: ways(without: lost), of: count) }
  /// Returns the structure in which some things cannot be lost, and therefore are in no way.
  public func keeping(_ kept: Things) -> AccessStructure {
    AccessStructure(ways: ways.map { $0.subtracting(kept) }, of: count)
  }
  /// Returns the structure in which all things of a set lie at one place: each way that takes one of them also takes
  /// the place.
  ///
  /// - Parameter place: The number of an existing thing, or the next free number.
  public func together(_ set: Things, with place: Int) -> AccessStructure {
    AccessStructure(ways: ways.map { $0.meets(set) ? $0.with(place) : $0 }, of: max(count, place + 1))
  }
}
