import Access
import Sentences

/// Steps that make somebody safer, and what they change. Both are computed.
public struct Advice: Hashable, Sendable {
  /// One step, or two that help only together: a copy of the data is useless without something elsewhere that opens it,
  /// and the other way round.
  public var steps: [NextStep]
  public var before: Measure
  public var after: Measure
  public var effect: Sentence
  public var minutes: Int { steps.reduce(0) { $0 + $1.minutes } }
}

/// How safe somebody is. The greater measure is the safer one.
public struct Measure: Hashable, Sendable, Comparable {
  /// The strength of the journal, and the number of smallest losses that close it.
  var opening, openingLosses: Int
  var survivesHost: Bool
  /// The same for the account.
  var account, accountLosses: Int
  /// The number of things that nobody tried.
  var hopes: Int

  public static func < (one: Measure, other: Measure) -> Bool { one.rank.lexicographicallyPrecedes(other.rank) }
  private var rank: [Int] { [opening, -openingLosses, survivesHost ? 1 : 0, account, -accountLosses, -hopes] }
}

extension Verdict {
  /// Three is enough for a person, so a strength above three is no better.
  var measure: Measure {
    Measure(
      opening: min(3, strength), openingLosses: strength > 2 ? 0 : losses.count, survivesHost: survivesHost,
      account: min(3, account), accountLosses: account > 2 ? 0 : accountLosses.count, hopes: untried.count)
  }
}

extension Picture {
  /// Returns the steps that make it better, the best first.
  ///
  /// Each step is applied to the holdings and everything is computed again. Two steps are combined only if one loss
  /// closes the journal and no single step changes that.
  public func advice(atMost count: Int = 3) -> [Advice] {
    let before = Verdict(self), now = before.measure
    func judged(_ steps: [NextStep]) -> Advice? {
      guard let picture = Picture(steps.reduce(holdings) { $0.after($1) }) else { return nil }
      let verdict = Verdict(picture), then = verdict.measure
      guard then > now else { return nil }
      return Advice(steps: steps, before: now, after: then, effect: before.effect(of: verdict))
    }
    var all = holdings.steps.compactMap { judged([$0]) }
    if now.opening < 2, !all.contains(where: { $0.after.opening > now.opening }) {
      for one in holdings.steps {
        let pairs = holdings.after(one).steps.compactMap { judged([one, $0]) }
        all += pairs.filter { $0.after.opening > now.opening }
      }
    }
    // Two minutes with a key at hand come before a quarter of an hour with providers, if both get equally far.
    func order(_ one: Advice) -> [Int] { [-one.after.opening, -one.after.account, one.minutes] }
    return Array(all.sorted { order($0).lexicographicallyPrecedes(order($1)) }.prefix(count))
  }
}
