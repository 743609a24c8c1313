/// Chooses one policy out of each list, so that together they cost least and then need the fewest truths. A challenge that two policies share is
/// uploaded, and counted, once.
struct PolicyChoice {
  private let choices: [[PlannedPolicy]]
  /// The policies again, by the numbers of their challenges.
  private let numbered: [[[Int]]]
  /// For each challenge, in each currency: what it costs to keep and to use once, in hundred-millionths.
  private let fees: [[UInt128]]
  private let currencyCount: Int

  /// Selections that are judged.
  static let mostEvaluations = 16_384

  /// - Parameter choices: For each combination of methods; none is empty.
  init(facts: PolicyFacts, choices: [[PlannedPolicy]]) {
    self.choices = choices
    let challenges = choices.flatMap(\.self).distinctChallenges, amounts = challenges.map { facts.fees(of: $0) }
    let numbers = Dictionary(uniqueKeysWithValues: challenges.enumerated().map { ($0.element, $0.offset) })
    let currencies = Set(amounts.joined().map(\.currency)).sorted()
    numbered = choices.map { $0.map { $0.challenges.compactMap { numbers[$0] } } }
    currencyCount = currencies.count
    fees = amounts.map { own in
      currencies.map { currency in
        own.filter { $0.currency == currency }.reduce(0) { $0 + UInt128($1.value) * UInt128(Amount.fractionBase) + UInt128($1.fraction) }
      }
    }
  }

  /// All selections where they are few enough. Else each policy in turn is changed for a better one, until none is or the evaluations are used up.
  func best() -> [PlannedPolicy] {
    var count = 1
    for choice in choices {
      let product = count.multipliedReportingOverflow(by: choice.count)
      guard !product.overflow, product.partialValue <= Self.mostEvaluations else { return policies(improved()) }
      count = product.partialValue
    }
    return policies(searched())
  }
  private func policies(_ selection: [Int]) -> [PlannedPolicy] { zip(choices, selection).map { $0[$1] } }

  private struct Score {
    var costs: [UInt128]
    var truths: Int
    /// Each currency votes for where less of it is paid.
    func isBetter(than other: Score) -> Bool {
      let votes = zip(costs, other.costs).reduce(0) { $0 + ($1.0 < $1.1 ? 1 : $1.0 > $1.1 ? -1 : 0) }
      return votes != 0 ? votes > 0 : truths < other.truths
    }
  }
  private func score(_ selection: [Int]) -> Score {
    var isCounted = [Bool](repeating: false, count: fees.count), score = Score(costs: [UInt128](repeating: 0, count: currencyCount), truths: 0)
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
