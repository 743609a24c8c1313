/// The cost of a set of policies (C-36). This is a pure value, so every change of a policy can show its cost at once
/// (C-37).
public struct PolicyCosts: Hashable, Sendable {
  /// The one-time cost for all years of keeping the document at every provider, and of keeping each truth.
  public var signUp: Money
  /// The part of the cost that depends on the number of years. It is paid again at renewal.
  public var yearly: Money
  /// The cost of one recovery with each policy, in order.
  public var recoveries: [Money]
  /// The indices of the cheapest and the most expensive policy, if there are any policies. In a tie, the first policy
  /// counts.
  public var cheapest: Int?
  public var dearest: Int?

  public var cheapestRecovery: Money? { cheapest.map { recoveries[$0] } }
  public var dearestRecovery: Money? { dearest.map { recoveries[$0] } }
  public var isFree: Bool { signUp.isFree && recoveries.allSatisfy(\.isFree) }
}

extension PolicyFacts {
  /// Returns the cost of these policies.
  ///
  /// - Parameters:
  ///   - documentProviders: The providers that keep the recovery document. `nil` means all providers that keep a
  ///     challenge.
  ///   - years: The storage period in years, at least 1.
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
      cheapest: Self.first(of: recoveries) { $0.votes(against: $1) < 0 },
      dearest: Self.first(of: recoveries) { $0.votes(against: $1) > 0 })
  }

  func usageFee(_ challenge: PlannedChallenge) -> Amount? {
    type(of: challenge.method).flatMap { provider(challenge.provider)?.cost(of: $0) }
  }

  /// Returns the cost of keeping a challenge for a year and the cost of using it once.
  func fees(of challenge: PlannedChallenge) -> [Amount] {
    [usageFee(challenge), provider(challenge.provider)?.configuration?.truthUploadFee].compactMap(\.self)
  }

  private static func first(of sums: [Money], where isBetter: (Money, Money) -> Bool) -> Int? {
    sums.indices.dropFirst().reduce(sums.indices.first) { best, next in
      best.map { isBetter(sums[next], sums[$0]) ? next : $0 }
    }
  }
}

/// Sums in several currencies, which are never converted.
public struct Money: Hashable, Sendable {
  private var sums: [String: Amount] = [:]
  public init() {}
  public init(_ amounts: some Sequence<Amount>) { for amount in amounts { add(amount) } }

  /// The amounts that are not zero, one for each currency, sorted by currency. Empty if everything is free.
  public var amounts: [Amount] { sums.values.filter { !$0.isZero }.sorted { $0.currency < $1.currency } }
  public var isFree: Bool { amounts.isEmpty }

  /// Adds an amount. A sum that is too large to be represented becomes the largest amount, because nobody pays prices
  /// at that level.
  public mutating func add(_ amount: Amount) {
    guard let sum = sums[amount.currency] else { sums[amount.currency] = amount; return }
    sums[amount.currency] = sum.adding(amount) ?? Amount(currency: amount.currency, value: Amount.maximumValue) ?? sum
  }
  public mutating func add(_ money: Money) { for amount in money.amounts { add(amount) } }
  /// Returns the sums multiplied by this number.
  public func times(_ count: Int) -> Money {
    Money(amounts.compactMap { $0.times(max(0, count)) ?? Amount(currency: $0.currency, value: Amount.maximumValue) })
  }

  /// Compares two sums. Each currency votes for the side that pays less in that currency.
  ///
  /// - Returns: A negative number if more currencies vote for `self`, a positive number if more vote for `other`, and
  ///   zero for a tie.
  func votes(against other: Money) -> Int {
    Set(sums.keys).union(other.sums.keys).reduce(0) { votes, currency in
      let own = sums[currency].map { ($0.value, $0.fraction) } ?? (0, 0),
        others = other.sums[currency].map { ($0.value, $0.fraction) } ?? (0, 0)
      return votes + (own < others ? -1 : own > others ? 1 : 0)
    }
  }

  /// The sums as text, such as `1.5 CHF + 2 EUR`, or `free`.
  public var text: String { isFree ? "free" : amounts.map { "\($0.number) \($0.currency)" }.joined(separator: " + ") }

  public static func == (one: Money, other: Money) -> Bool { one.amounts == other.amounts }
  public func hash(into hasher: inout Hasher) { hasher.combine(amounts) }
}
