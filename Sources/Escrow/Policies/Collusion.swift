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
        providers: set.sorted(), operators: Set(set.map { provider($0)?.operatorName ?? $0 }).sorted(),
        policies: opened,
        answersToGuess: answers.min() ?? 0, knowsAttributes: !knowing.isDisjoint(with: set))
    }.sorted {
      ($0.operators.count, $0.providers.count, $0.providers.joined()) < (
        $1.operators.count, $1.providers.count, $1.providers.joined()
      )
    }
  }
}

/// What is left when providers are gone and methods are lost.
public struct PolicyLoss: Hashable, Sendable {
  /// Combinations that still suffice, by their places.
  public var remaining: [Int]
  /// Providers that are left and have the document.
  public var documentProviders: [String]
  /// Whether the person still gets in.
  public var isRecoverable: Bool { !remaining.isEmpty && !documentProviders.isEmpty }
}

extension [PlannedPolicy] {
  /// - Parameters:
  ///   - providers: Gone.
  ///   - methods: Lost, by their places: a phone that is broken, an address that is no more.
  ///   - documentProviders: Who keeps the recovery document; `nil` for those that keep a challenge.
  public func loss(ofProviders providers: Set<String> = [], methods: Set<Int> = [], documentProviders: [String]? = nil)
    -> PolicyLoss
  {
    PolicyLoss(
      remaining: indices.filter {
        !self[$0].challenges.isEmpty && self[$0].providers.isDisjoint(with: providers)
          && self[$0].methods.isDisjoint(with: methods)
      },
      documentProviders: (documentProviders ?? distinctProviders).filter { !providers.contains($0) })
  }

  /// Providers without which nobody gets in any more: each a single point of failure.
  public func indispensableProviders(documentProviders: [String]? = nil) -> [String] {
    distinctProviders.filter { !loss(ofProviders: [$0], documentProviders: documentProviders).isRecoverable }
  }
  /// Methods without which nobody gets in any more, by their places.
  public var indispensableMethods: [Int] {
    Set(flatMap(\.challenges).map(\.method)).sorted().filter { !loss(methods: [$0]).isRecoverable }
  }
}
