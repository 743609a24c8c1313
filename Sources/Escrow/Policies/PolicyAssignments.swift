/// One challenge of a policy: one of the person's methods, kept by one provider.
public struct PlannedChallenge: Hashable, Sendable, Codable {
  /// The method's index in the person's list of methods.
  public var method: Int
  /// The provider's base URL, ending in `/`.
  public var provider: String
  public init(method: Int, provider: String) { self.method = method; self.provider = provider }

  // The names of the fields in Anastasis' states.
  private enum CodingKeys: String, CodingKey { case method = "authentication_method", provider }
}

/// A set of challenges that suffices for recovery, before anything is uploaded. Shares are joined in the order of the
/// challenges.
public struct PlannedPolicy: Hashable, Sendable, Codable {
  public var challenges: [PlannedChallenge]
  public init(_ challenges: [PlannedChallenge]) { self.challenges = challenges }

  private enum CodingKeys: String, CodingKey { case challenges = "methods" }

  public var methods: Set<Int> { Set(challenges.map(\.method)) }
  public var providers: Set<String> { Set(challenges.map(\.provider)) }
}

extension [PlannedPolicy] {
  /// Each distinct challenge of these policies, in order of first use. One truth is uploaded for each challenge.
  public var distinctChallenges: [PlannedChallenge] {
    var seen: Set<PlannedChallenge> = []
    return flatMap(\.challenges).filter { seen.insert($0).inserted }
  }
  /// The providers that keep a challenge, in order of first use.
  public var distinctProviders: [String] {
    var seen: Set<String> = []
    return flatMap(\.challenges).map(\.provider).filter { seen.insert($0).inserted }
  }
}

/// A candidate policy with its spread. The spread counts first over operators, which must be trusted and may vanish,
/// then over providers, which may fail.
struct PolicyCandidate {
  var policy: PlannedPolicy
  /// The operators' indices, numbered in the order of the providers.
  var operators: Set<Int>
  var providers: Int

  /// Limits on the number of provider assignments examined, for one combination of methods and for all combinations.
  static let mostAssignments = 10_000
  static let mostAssignmentsOfAll = 100_000
  /// Limits on the number of candidates kept for each combination of methods, per set of operators and per number of
  /// operators.
  static let mostOfSet = 8
  static let mostOfWidth = 128
}

/// The possible assignments of providers to the methods of one combination.
struct PolicyAssignments {
  private struct Offer {
    var url: String
    var provider: Int
    var operatorNumber: Int
    /// The cost relative to the highest price in the same currency. This is precise enough to keep the cheap offers.
    var price: Double
  }
  private let subset: [Int]
  private let offers: [[Offer]]

  init(of subset: [Int], in facts: PolicyFacts) {
    self.subset = subset
    var operators: [String: Int] = [:], highest: [String: Double] = [:]
    for name in facts.providers.map(\.operatorName) where operators[name] == nil { operators[name] = operators.count }
    let prices = subset.map { method in
      facts.providers.indices.filter { facts.providers[$0].offers(facts.methods[method]) }.map { index in
        (index, facts.fees(of: PlannedChallenge(method: method, provider: facts.providers[index].url)))
      }
    }
    for (_, fees) in prices.joined() {
      for fee in fees { highest[fee.currency] = max(highest[fee.currency] ?? 0, Self.number(fee)) }
    }
    offers = prices.map { each in
      each.map { index, fees in
        let price = fees.reduce(0) { sum, fee in
          let most = highest[fee.currency] ?? 0
          return most > 0 ? sum + Self.number(fee) / most : sum
        }
        let provider = facts.providers[index]
        return Offer(
          url: provider.url, provider: index, operatorNumber: operators[provider.operatorName] ?? 0, price: price)
      }
    }
  }
  private static func number(_ amount: Amount) -> Double {
    Double(amount.value) + Double(amount.fraction) / Double(Amount.fractionBase)
  }

  /// Returns the candidates worth choosing from: the cheapest for each set of operators, widest sets first, then in the
  /// order of the providers. Narrow candidates are included, because a provider that is part of every policy
  /// invalidates all of them when it disappears. The result is empty if one operator would have all challenges.
  ///
  /// - Parameter budget: The maximum number of assignments to examine.
  func candidates(budget: Int) -> [PolicyCandidate] {
    guard !offers.contains(where: \.isEmpty) else { return [] }
    var indices = [Int](repeating: 0, count: offers.count), found: [Set<Int>: [Assignment]] = [:]
    for number in 0..<max(1, budget) {
      let assignment = assignment(indices, number: number)
      if assignment.operators.count > 1 { found[assignment.operators, default: []].append(assignment) }
      // Advances to the next assignment; the last method's provider changes fastest.
      guard let place = indices.indices.last(where: { indices[$0] + 1 < offers[$0].count }) else { break }
      indices[place] += 1
      for later in indices.indices where later > place { indices[later] = 0 }
    }
    let sets = found.values.map { $0.sorted { $0.rank < $1.rank }.prefix(PolicyCandidate.mostOfSet) }
    let widths = Dictionary(grouping: sets, by: { $0.first?.operators.count ?? 0 })
    return widths.keys.sorted(by: >).flatMap { width in
      // The best candidate of each set comes before the second-best of any, so that for each operator there is a
      // candidate that does not need it.
      let places = (widths[width] ?? []).flatMap { $0.enumerated().map { (place: $0.offset, assignment: $0.element) } }
      let kept = places.sorted { $0.place != $1.place ? $0.place < $1.place : $0.assignment.rank < $1.assignment.rank }
      return kept.prefix(PolicyCandidate.mostOfWidth).map(\.assignment).sorted { $0.number < $1.number }.map(candidate)
    }
  }

  private struct Assignment {
    var indices: [Int]
    /// The assignment's index among all assignments.
    var number: Int
    var operators: Set<Int>
    var providers: Int
    var price: Double
    /// The sort key among assignments with the same operators: more providers first, then lower cost.
    var rank: (Int, Double, Int) { (-providers, price, number) }
  }
  private func assignment(_ indices: [Int], number: Int) -> Assignment {
    let chosen = indices.indices.map { offers[$0][indices[$0]] }
    return Assignment(
      indices: indices, number: number, operators: Set(chosen.map(\.operatorNumber)),
      providers: Set(chosen.map(\.provider)).count,
      price: chosen.reduce(0) { $0 + $1.price })
  }
  private func candidate(_ assignment: Assignment) -> PolicyCandidate {
    let challenges = assignment.indices.enumerated().map {
      PlannedChallenge(method: subset[$0.offset], provider: offers[$0.offset][$0.element].url)
    }
    return PolicyCandidate(
      policy: PlannedPolicy(challenges), operators: assignment.operators, providers: assignment.providers)
  }
}
