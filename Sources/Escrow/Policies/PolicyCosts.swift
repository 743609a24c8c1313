/// What a set of policies costs (C-36). Pure, so that every change of a policy shows its cost at once (C-37).
public struct PolicyCosts: Hashable, Sendable {
  /// Paid once, for all the years: keeping the document at every provider, and each truth.
  public var signUp: Money
  /// Of it, for each year; the same again when it is renewed.
  public var yearly: Money
  /// For one recovery, for each policy, in their order.
  public var recoveries: [Money]
  /// The policies that cost least and most, where there are any. Of several, the first.
  public var cheapest: Int?
  public var dearest: Int?

  public var cheapestRecovery: Money? { cheapest.map { recoveries[$0] } }
  public var dearestRecovery: Money? { dearest.map { recoveries[$0] } }
  public var isFree: Bool { signUp.isFree && recoveries.allSatisfy(\.isFree) }
}

extension PolicyFacts {
  /// - Parameters:
  ///   - documentProviders: Who keeps the recovery document; `nil` for those that keep a challenge.
  ///   - years: How long, from 1 on.
  public func costs(of policies: [PlannedPolicy], documentProviders: [String]? = nil, years: Int = 1) -> PolicyCosts {
    var yearly = Money()
    var counted: Set<String> = []
    for url in documentProviders ?? policies.distinctProviders where counted.insert(url).inserted {
      if let fee = provider(url)?.configuration?.annualFee { yearly.add(fee) }
    }
    for challenge in policies.distinctChallenges {
      if let fee = provider(challenge.provider)?.configuration?.truthUploadFee { yearly.add(fee) }
    }
    let recoveries = policies.map { Money($0.challenges.compactMap(usageFee)) }
    return PolicyCosts(
      signUp: yearly.times(max(1, years)), yearly: yearly, recoveries: recoveries,
      cheapest: Self.first(of: recoveries) { $0.votes(against: $1) < 0 }, dearest: Self.first(of: recoveries) { $0.votes(against: $1) > 0 })
  }

  func usageFee(_ challenge: PlannedChallenge) -> Amount? { type(of: challenge.method).flatMap { provider(challenge.provider)?.cost(of: $0) } }

  /// What it costs to keep for a year, and to use once.
  func fees(of challenge: PlannedChallenge) -> [Amount] {
    [usageFee(challenge), provider(challenge.provider)?.configuration?.truthUploadFee].compactMap(\.self)
  }

  private static func first(of sums: [Money], where isBetter: (Money, Money) -> Bool) -> Int? {
    sums.indices.dropFirst().reduce(sums.indices.first) { best, next in best.map { isBetter(sums[next], sums[$0]) ? next : $0 } }
  }
}
