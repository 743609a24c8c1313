/// Chooses one policy from each list so that as few operators as possible are part of all policies. Among those
/// choices, it prefers the widest spread, then the lowest total cost, then the fewest truths. A challenge shared by two
/// policies is uploaded and counted only once.
struct PolicyChoice {
  private let choices: [[PolicyCandidate]]
  /// The candidate policies, as indices of their challenges.
  private let numbered: [[[Int]]]
  /// For each challenge and currency, the cost of keeping the challenge and using it once, in hundred-millionths.
  private let fees: [[UInt128]]
  private let currencyCount: Int

  /// The maximum number of selections that are evaluated.
  static let mostEvaluations = 16_384

  private init(facts: PolicyFacts, choices: [[PolicyCandidate]]) {
    self.choices = choices
    let challenges = choices.joined().map(\.policy).distinctChallenges, amounts = challenges.map { facts.fees(of: $0) }
    let numbers = Dictionary(uniqueKeysWithValues: challenges.enumerated().map { ($0.element, $0.offset) })
    let currencies = Set(amounts.joined().map(\.currency)).sorted()
    numbered = choices.map { $0.map { $0.policy.challenges.compactMap { numbers[$0] } } }
    currencyCount = currencies.count
    fees = amounts.map { own in
      currencies.map { currency in
        own.filter { $0.currency == currency }.reduce(0) {
          $0 + UInt128($1.value) * UInt128(Amount.fractionBase) + UInt128($1.fraction)
        }
      }
    }
  }

  /// Chooses among only the widest candidates if that leaves no single operator indispensable. Otherwise chooses among
  /// all candidates.
  ///
  /// - Parameter choices: The candidates for each combination of methods, widest first. No list is empty.
  static func best(_ facts: PolicyFacts, _ choices: [[PolicyCandidate]]) -> [PlannedPolicy] {
    let widest = PolicyChoice(
      facts: facts, choices: choices.map { all in all.filter { $0.operators.count == all.first?.operators.count } })
    let selection = widest.selection()
    if widest.indispensable(selection) == 0 { return widest.policies(selection) }
    let all = PolicyChoice(facts: facts, choices: choices)
    return all.policies(all.selection())
  }
  private func policies(_ selection: [Int]) -> [PlannedPolicy] { zip(choices, selection).map { $0[$1].policy } }

  /// Examines all selections if there are few enough. Otherwise improves one policy at a time until there is no further
  /// improvement or the evaluations are used up.
  private func selection() -> [Int] {
    var count = 1
    for choice in choices {
      let product = count.multipliedReportingOverflow(by: choice.count)
      guard !product.overflow, product.partialValue <= Self.mostEvaluations else { return improved() }
      count = product.partialValue
    }
    return searched()
  }

  private struct Score {
    /// The number of operators whose loss would leave no usable policy.
    var indispensable: Int
    var operators = 0
    var providers = 0
    var costs: [UInt128]
    var truths = 0
    /// Compares two scores. For the cost, each currency votes for the side that pays less in that currency.
    func isBetter(than other: Score) -> Bool {
      let first = (indispensable, -operators, -providers),
        second = (other.indispensable, -other.operators, -other.providers)
      if first != second { return first < second }
      let votes = zip(costs, other.costs).reduce(0) { $0 + ($1.0 < $1.1 ? 1 : $1.0 > $1.1 ? -1 : 0) }
      return votes != 0 ? votes > 0 : truths < other.truths
    }
  }
  private func indispensable(_ selection: [Int]) -> Int {
    guard let first = selection.first else { return 0 }
    var inAll = choices[0][first].operators
    for (choice, index) in zip(choices, selection).dropFirst() where !inAll.isEmpty {
      inAll.formIntersection(choice[index].operators)
    }
    return inAll.count
  }
  private func score(_ selection: [Int]) -> Score {
    var isCounted = [Bool](repeating: false, count: fees.count)
    var score = Score(indispensable: indispensable(selection), costs: [UInt128](repeating: 0, count: currencyCount))
    for (choice, index) in zip(choices, selection) {
      score.operators += choice[index].operators.count
      score.providers += choice[index].providers
    }
    for (choice, index) in zip(numbered, selection) {
      for challenge in choice[index] where !isCounted[challenge] {
        isCounted[challenge] = true
        score.truths += 1
        for currency in 0..<currencyCount { score.costs[currency] += fees[challenge][currency] }
      }
    }
    return score
  }

  private func searched() -> [Int] {
    var selection = [Int](repeating: 0, count: choices.count), best = selection, bestScore = score(selection)
    while let place = selection.indices.last(where: { selection[$0] + 1 < choices[$0].count }) {
      selection[place] += 1
      for later in selection.indices where later > place { selection[later] = 0 }
      let next = score(selection)
      if next.isBetter(than: bestScore) { best = selection; bestScore = next }
    }
    return best
  }

  private func improved() -> [Int] {
    var best = [Int](repeating: 0, count: choices.count), bestScore = score(best), evaluations = 1, changes = true
    while changes {
      changes = false
      for place in best.indices {
        for candidate in choices[place].indices where candidate != best[place] {
          guard evaluations < Self.mostEvaluations else { return best }
          evaluations += 1
          var selection = best
          selection[place] = candidate
          let next = score(selection)
          if next.isBetter(than: bestScore) { best = selection; bestScore = next; changes = true }
        }
      }
    }
    return best
  }
}
