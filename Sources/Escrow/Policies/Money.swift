/// Sums in several currencies, none of which is changed into another.
public struct Money: Hashable, Sendable {
  private var sums: [String: Amount] = [:]
  public init() {}
  public init(_ amounts: some Sequence<Amount>) { for amount in amounts { add(amount) } }

  /// One for each currency that is not zero, by currency. Empty where all is free.
  public var amounts: [Amount] { sums.values.filter { !$0.isZero }.sorted { $0.currency < $1.currency } }
  public var isFree: Bool { amounts.isEmpty }

  /// A sum that cannot be written any more stays as large as it was: no provider's prices are paid there.
  public mutating func add(_ amount: Amount) {
    guard let sum = sums[amount.currency] else { sums[amount.currency] = amount; return }
    sums[amount.currency] = sum.adding(amount) ?? Amount(currency: amount.currency, value: Amount.maximumValue) ?? sum
  }
  public mutating func add(_ money: Money) { for amount in money.amounts { add(amount) } }
  /// So many times it.
  public func times(_ count: Int) -> Money {
    Money(amounts.compactMap { $0.times(max(0, count)) ?? Amount(currency: $0.currency, value: Amount.maximumValue) })
  }

  /// Each currency votes for where less of it is paid.
  ///
  /// - Returns: Less than zero where more currencies vote for `self`, more than zero for the other, and zero for a tie.
  func votes(against other: Money) -> Int {
    Set(sums.keys).union(other.sums.keys).reduce(0) { votes, currency in
      let own = sums[currency].map { ($0.value, $0.fraction) } ?? (0, 0), others = other.sums[currency].map { ($0.value, $0.fraction) } ?? (0, 0)
      return votes + (own < others ? -1 : own > others ? 1 : 0)
    }
  }

  /// `1.5 CHF + 2 EUR`, or `free`.
  public var text: String { isFree ? "free" : amounts.map { "\($0.number) \($0.currency)" }.joined(separator: " + ") }

  public static func == (one: Money, other: Money) -> Bool { one.amounts == other.amounts }
  public func hash(into hasher: inout Hasher) { hasher.combine(amounts) }
}
