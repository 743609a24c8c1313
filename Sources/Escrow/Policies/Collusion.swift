/// A minimal set of providers that together hold every challenge of at least one combination. Together they need
/// nobody's consent, not even the person's.
///
/// They still need the person's attributes, because the document is sealed with them. They also need the answers to
/// security questions, which seal those questions' shares. Both can be guessed offline.
public struct Collusion: Hashable, Sendable {
  /// The providers, in alphabetical order.
  public var providers: [String]
  /// The operators, in alphabetical order. If there is only one, the person must trust it.
  public var operators: [String]
  /// The combinations that the providers hold completely, by index.
  public var policies: [Int]
  /// The smallest number of answers that the providers would have to guess.
  public var answersToGuess: Int
  /// `true` if one of the providers already knows the person's attributes.
  public var knowsAttributes: Bool
}

extension PolicyFacts {
  /// Returns the possible collusions, smallest sets first.
  ///
  /// - Parameter knowing: Providers that know the person's attributes, such as those run by a family, an employer or an
  ///   authority.
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

/// What remains after providers disappear and methods are lost.
public struct PolicyLoss: Hashable, Sendable {
  /// The indices of the combinations that still suffice.
  public var remaining: [Int]
  /// The remaining providers that keep the document.
  public var documentProviders: [String]
  /// `true` if the person can still recover.
  public var isRecoverable: Bool { !remaining.isEmpty && !documentProviders.isEmpty }
}

extension [PlannedPolicy] {
  /// Returns what remains after a loss.
  ///
  /// - Parameters:
  ///   - providers: The providers that disappeared.
  ///   - methods: The lost methods, by index, such as a broken phone or an abandoned address.
  ///   - documentProviders: The providers that keep the recovery document. `nil` means all providers that keep a
  ///     challenge.
  public func loss(
    ofProviders providers: Set<String> = [], methods: Set<Int> = [], documentProviders: [String]? = nil
  ) -> PolicyLoss {
    PolicyLoss(
      remaining: indices.filter {
        !self[$0].challenges.isEmpty && self[$0].providers.isDisjoint(with: providers)
          && self[$0].methods.isDisjoint(with: methods)
      },
      documentProviders: (documentProviders ?? distinctProviders).filter { !providers.contains($0) })
  }

  /// Returns the providers whose loss makes recovery impossible. Each of them is a single point of failure.
  public func indispensableProviders(documentProviders: [String]? = nil) -> [String] {
    distinctProviders.filter { !loss(ofProviders: [$0], documentProviders: documentProviders).isRecoverable }
  }
}
