import Escrow
import HandsProtocol
import Sentences
import Vocabulary

/// The ways of an open document of which a drill passes one, and how far it has come. Ways that are alike are chosen
/// together, as they are named.
struct ChosenWays: Codable, Hashable, Sendable {
  var puzzle: EscrowPuzzle
  /// The indices of the chosen ways.
  var ways: [Int]

  /// The puzzle with nothing but the chosen ways and their checks.
  var narrowed: EscrowPuzzle {
    var narrowed = puzzle
    narrowed.policies = ways.filter(puzzle.policies.indices.contains).map { puzzle.policies[$0] }
    let numbers = Set(narrowed.policies.joined())
    narrowed.challenges.removeAll { !numbers.contains($0.number) }
    return narrowed
  }
  var isComplete: Bool { EscrowWays(narrowed).isComplete }
  /// The ways in one line, with what is done.
  var line: PolicyLine? {
    puzzle.drills.first { $0.ways == ways }.map { drill in
      PolicyLine(
        drill.name, drill.parts.map { PolicyLine.Part($0.label, isDone: $0.isSolved) }, needed: drill.needed)
    }
  }
  /// The checks that are left and are not known to be free, with their prices.
  var prices: [Fact] {
    narrowed.challenges.filter { !$0.isSolved && $0.isFree != true }.map { challenge in
      Fact(challenge.label, challenge.cost.map(Copy.price) ?? .priceNotKnown)
    }
  }
}

/// What a drill can choose: one way, or ways that are alike.
struct DrillableWays {
  /// Identifies the choice on its screen: the index of the first way.
  var number: Int
  var name: Copy
  /// The checks of the ways, of which each way needs so many.
  var parts: [EscrowPuzzle.Challenge], needed: Int
  var ways: [Int]

  func chosen(of puzzle: EscrowPuzzle) -> ChosenWays { ChosenWays(puzzle: puzzle, ways: ways) }
  /// What the ways consist of, and whether they cost something.
  var detail: Copy {
    let checks = parts.map(\.inSentence).listed
    guard !parts.contains(where: { $0.isFree == false }) else {
      return Copy("escrowTest.way.costs", "\(checks), which costs something")
    }
    return parts.contains { $0.isFree == nil }
      ? Copy("escrowTest.way.unpriced", "\(checks), price not known") : Copy("escrowTest.way", "\(checks)")
  }
}

extension EscrowPuzzle {
  /// The ways that a drill can go to their end at one sitting: first those that are free, then those with a price.
  var drills: [DrillableWays] { alike(policies.indices.filter(isFree)) + alike(policies.indices.filter(isPriced)) }
  /// The ways that no drill can go to their end at one sitting.
  var slow: [DrillableWays] { alike(policies.indices.filter { !isAtOnce($0) }) }

  private func isFree(_ way: Int) -> Bool { isAtOnce(way) && checks(of: way).allSatisfy { $0.isFree == true } }
  private func isPriced(_ way: Int) -> Bool { isAtOnce(way) && !isFree(way) }
  /// Letters, transfers and photos take days, and nobody here can answer a check of an unknown kind.
  private func isAtOnce(_ way: Int) -> Bool {
    let checks = checks(of: way)
    return !checks.isEmpty && checks.count == policies[way].count
      && checks.allSatisfy { [.question, .email, .sms, .totp].contains($0.kind) }
  }
  private func checks(of way: Int) -> [Challenge] { policies[way].compactMap(challenge) }
  private func challenge(_ number: Int) -> Challenge? { challenges.first { $0.number == number } }

  private func alike(_ ways: [Int]) -> [DrillableWays] {
    AlikeWays.sets(of: ways.map { policies[$0] }).map { set in
      let places = set.ways.map { ways[$0] }
      let name: Copy = set.isAlone ? .way(places[0]) : .alike(set.needed, of: set.parts.count)
      return DrillableWays(
        number: places[0], name: name, parts: set.parts.compactMap(challenge), needed: set.needed, ways: places)
    }
  }

  /// Returns the name of the provider at this address.
  func provider(at url: String) -> String { challenges.first { $0.url == url }?.provider ?? url }
}

extension EscrowPuzzle.Challenge {
  var label: Copy { Copy("C-56.part", "\(kind?.copy ?? .unknownKind) at \(provider)") }
  /// The same, for use within a sentence.
  fileprivate var inSentence: Sentence {
    let kind = kind?.inside ?? Copy("escrowTest.unknown", "an unknown check")
    return Copy("escrowTest.part", "\(kind) at \(provider)").sentence
  }
}

extension Copy {
  fileprivate static let priceNotKnown = Copy("escrowTest.price.unknown", "price not known")
}
