/// Ways that are every choice of so many out of the same parts, such as "any 2 of these 3". A way that is like no others
/// stands alone, and needs all of its parts.
public struct AlikeWays<Part: Hashable> {
  /// The parts, in the order in which the ways name them.
  public var parts: [Part]
  /// The number of parts that each way needs.
  public var needed: Int
  /// The indices of the ways, in ascending order.
  public var ways: [Int]

  /// `true` if one way stands here alone.
  public var isAlone: Bool { ways.count == 1 }
}

extension AlikeWays {
  /// The smallest number of ways that are shorter to say together than one by one.
  private static var fewest: Int { 3 }
  /// The maximum number of look-ups. A stranger's document may have hundreds of ways that are almost alike.
  private static var mostLookUps: Int { 20_000 }

  /// Returns the same ways, with those together that are alike. Each way is in exactly one of the sets.
  ///
  /// - Parameter ways: The ways, each with its parts. A way that names a part twice, or that repeats another way, stands
  ///   alone.
  public static func sets(of ways: [[Part]]) -> [Self] {
    var places: [Set<Part>: Int] = [:], budget = mostLookUps
    for (place, way) in ways.enumerated() where Set(way).count == way.count && !way.isEmpty {
      places[Set(way)] = places[Set(way)] ?? place
    }
    var seen: Set<Part> = []
    let order = ways.joined().filter { seen.insert($0).inserted }
    var found: [Self] = []
    for (place, way) in ways.enumerated() where places[Set(way)] == place {
      let parts = grown(way, from: order, in: places, &budget)
      let choices = choices(of: parts, way.count, limit: places.count)
      guard choices.count >= fewest else { continue }
      let together = choices.compactMap { places.removeValue(forKey: $0) }.sorted()
      found.append(Self(parts: order.filter(Set(parts).contains), needed: way.count, ways: together))
    }
    let taken = Set(found.flatMap(\.ways))
    found += ways.enumerated().filter { !taken.contains($0.offset) }.map { place, way in
      Self(parts: way, needed: way.count, ways: [place])
    }
    return found.sorted { ($0.ways.first ?? 0) < ($1.ways.first ?? 0) }
  }

  /// Adds part after part to those of one way, as long as each choice of that many is a way too.
  private static func grown(
    _ way: [Part], from order: [Part], in places: [Set<Part>: Int], _ budget: inout Int
  ) -> [Part] {
    var parts = way
    for part in order where !parts.contains(part) {
      let others = choices(of: parts, way.count - 1, limit: places.count + 1)
      budget -= others.count
      guard budget > 0 else { break }
      if others.count <= places.count, others.allSatisfy({ places[$0.union([part])] != nil }) { parts.append(part) }
    }
    return parts
  }

  private static func choices(of parts: [Part], _ count: Int, limit: Int) -> [Set<Part>] {
    guard count > 0 else { return [[]] }
    return PolicyFacts.subsets(of: parts.count, choosing: count, limit: limit).map { Set($0.map { parts[$0] }) }
  }
}

extension AlikeWays: Equatable, Hashable {}
extension AlikeWays: Sendable where Part: Sendable {}
