import SeededNumbers
import Testing

@testable import Escrow

/// "Any 2 of these 3" must name the same ways as a list of them.
@Suite struct AlikeWaysTests {
  /// Writes the sets out again, way by way.
  private func ways(of sets: [AlikeWays<Int>]) -> [Set<Int>: Int] {
    var ways: [Set<Int>: Int] = [:]
    for set in sets {
      let choices =
        set.isAlone
        ? [set.parts]
        : PolicyFacts.subsets(of: set.parts.count, choosing: set.needed, limit: .max).map { $0.map { set.parts[$0] } }
      for choice in choices { ways[Set(choice), default: 0] += 1 }
    }
    return ways
  }
  private func counted(_ ways: [[Int]]) -> [Set<Int>: Int] { ways.reduce(into: [:]) { $0[Set($1), default: 0] += 1 } }

  @Test("every choice of 2 of 3 is one set, with the parts in the order of the ways") func twoOfThree() {
    #expect(
      AlikeWays.sets(of: [["mail", "question"], ["mail", "text"], ["question", "text"]]) == [
        AlikeWays(parts: ["mail", "question", "text"], needed: 2, ways: [0, 1, 2])
      ])
    #expect(
      AlikeWays.sets(of: [[3], [1], [2]]) == [AlikeWays(parts: [3, 1, 2], needed: 1, ways: [0, 1, 2])])
  }
  @Test(
    "ways that are not every choice stand alone",
    arguments: [
      [[1, 2]], [[1], [2]], [[1, 2], [1, 3]], [[1, 2], [1, 3], [2, 4]], [[1, 1], [1, 2], [2, 1]], [[], [1], [2]], [],
    ])
  func alone(_ ways: [[Int]]) {
    let sets = AlikeWays.sets(of: ways)
    #expect(sets.map(\.parts) == ways && sets.map(\.ways) == ways.indices.map { [$0] })
  }
  @Test("a way that is not alike, or is there twice, stands beside the others") func beside() {
    let sets = AlikeWays.sets(of: [[1, 2], [9, 8, 7], [2, 3], [1, 3], [3, 2]])
    #expect(
      sets == [
        AlikeWays(parts: [1, 2, 3], needed: 2, ways: [0, 2, 3]), AlikeWays(parts: [9, 8, 7], needed: 3, ways: [1]),
        AlikeWays(parts: [3, 2], needed: 2, ways: [4]),
      ])
  }
  @Test("drawn ways: the sets name exactly the ways of the list, and each way is in one of them") func drawn() {
    var numbers = SeededNumbers(seed: 7), short = 0
    for _ in 0..<2_000 {
      let parts = Int.random(in: 1...6, using: &numbers), size = Int.random(in: 1...parts, using: &numbers)
      var ways = PolicyFacts.subsets(of: parts, choosing: size, limit: .max)
      ways.removeAll { _ in Int.random(in: 0..<9, using: &numbers) == 0 }
      for _ in 0..<Int.random(in: 0...3, using: &numbers) {
        ways.append((0..<Int.random(in: 0...3, using: &numbers)).map { _ in Int.random(in: 0..<8, using: &numbers) })
      }
      ways.shuffle(using: &numbers)
      let sets = AlikeWays.sets(of: ways)
      #expect(self.ways(of: sets) == counted(ways), "\(ways)")
      #expect(sets.flatMap(\.ways).sorted() == Array(ways.indices), "\(ways)")
      for set in sets {
        #expect(Set(set.ways.map { Set(ways[$0]) }) == Set(self.ways(of: [set]).keys), "\(ways)")
      }
      short += sets.count(where: { !$0.isAlone })
    }
    #expect(short > 500, "many of them have a short form")
  }
  @Test("hundreds of ways that are almost alike take no noticeable time") func almostAlike() {
    var ways = PolicyFacts.subsets(of: 14, choosing: 11, limit: .max)
    #expect(AlikeWays.sets(of: ways).map(\.needed) == [11])
    ways.removeAll { $0.contains(0) && $0.contains(13) && $0.contains(6) }
    let clock = ContinuousClock(), took = clock.measure { _ = AlikeWays.sets(of: ways) }
    #expect(took < .seconds(2))
  }
}
