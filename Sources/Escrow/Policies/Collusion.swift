/// Providers that hold every challenge of one combination, and no fewer of them do. Together they need nobody's consent, and not the person.
///
/// They still need the person's attributes, since the document is sealed under them, and the answers to questions, under which a question's share
/// is sealed. Both can be guessed without asking anybody.
public struct Collusion: Hashable, Sendable {
  /// In alphabetical order.
  public var providers: [String]
  /// Who runs them, in alphabetical order. One alone is a provider that has to be trusted.
  public var operators: [String]
  /// The combinations that they hold.
  public var policies: [Int]
  /// The fewest answers that they would have to guess.
  public var answersToGuess: Int
  /// Whether one of them knows the person's attributes anyhow.
  public var knowsAttributes: Bool
  /// Whether nothing is left to guess.
  public var opensAtOnce: Bool { knowsAttributes && answersToGuess == 0 }
}

extension PolicyFacts {
  /// The smallest first.
  ///
  /// - Parameter knowing: Providers that know the person's attributes: a family's, an employer's, an authority's.
  public func collusions(in policies: [PlannedPolicy], knowing: Set<String> = []) -> [Collusion] {
    let held = policies.map(\.providers)
    let sets = Set(held.filter { !$0.isEmpty })
    let smallest = sets.filter { set in !sets.contains { $0.isStrictSubset(of: set) } }
    return smallest.map { set in
      let opened = held.indices.filter { !held[$0].isEmpty && held[$0].isSubset(of: set) }
      let answers = opened.map { index in
        Set(policies[index].challenges.map(\.method)).count { type(of: $0) == .question }
      }
      return Collusion(
        providers: set.sorted(), operators: Set(set.map { provider($0)?.operatorName ?? $0 }).sorted(), policies: opened,
        answersToGuess: answers.min() ?? 0, knowsAttributes: !knowing.isDisjoint(with: set))
    }.sorted { ($0.operators.count, $0.providers.count, $0.providers.joined()) < ($1.operators.count, $1.providers.count, $1.providers.joined()) }
  }
}
