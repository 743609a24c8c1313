import Foundation

/// What should be tried in one go. At most two rounds a year are asked for, in April and in October, so that nobody is
/// asked six times.
public struct Round: Hashable, Sendable {
  /// Never tried, due, or due before the next round is near. What was never tried comes first, then what is due
  /// longest.
  public let toTry: [Trial]
  /// Tried, and not due for a while.
  public let inOrder: [Trial]
  public let today: Int

  public init(_ holdings: Holdings) {
    let today = holdings.today
    func isWanted(_ trial: Trial) -> Bool {
      guard case .fresh(let until) = trial.standing(today: today) else { return true }
      return until - today <= Self.ahead
    }
    let sorted = holdings.trials.enumerated().sorted {
      ($0.element.triedOn ?? .min, $0.offset) < ($1.element.triedOn ?? .min, $1.offset)
    }.map(\.element)
    let wanted = sorted.filter(isWanted)
    // All that the check shows, the words show as well.
    let takesOutAPaper = wanted.contains { if case .paper = $0.thing { true } else { false } }
    toTry = takesOutAPaper ? wanted.filter { $0.thing != .check } : wanted
    (inOrder, self.today) = (sorted.filter { !isWanted($0) }, today)
  }

  public var minutes: Int { toTry.map(\.minutes).reduce(0, +) }

  /// The person's word that it shall rest.
  public struct Later: Hashable, Sendable {
    /// The day on which it was last said.
    public var day: Int
    /// How often it was said since anything was tried.
    public var times: Int
    public init(day: Int, times: Int) { self.day = day; self.times = times }
  }

  /// `true` if home should ask for the round: in April and October, if something is due that was tried before. What was
  /// never tried is among home's next steps all year. “Not this month” rests until the month ends and, said three times
  /// without anything tried since, for good: the page of the round stays.
  public func asks(after later: Later?) -> Bool {
    guard Self.months.contains(UnixDay.month(of: today)), toTry.contains(where: { $0.triedOn != nil }) else {
      return false
    }
    guard let later, later.times > 0 else { return true }
    let isThisMonth =
      UnixDay.month(of: later.day) == UnixDay.month(of: today) && today - later.day < Self.longestMonth
    return !isThisMonth && (later.times < Self.mostTimes || hasTried(since: later.day))
  }

  /// Returns what is remembered when “Not this month” is said now.
  public func later(after later: Later?) -> Later {
    guard let later, !hasTried(since: later.day) else { return Later(day: today, times: 1) }
    return Later(day: today, times: min(later.times + 1, Self.mostTimes))
  }

  private func hasTried(since day: Int) -> Bool { (toTry + inOrder).contains { ($0.triedOn ?? .min) > day } }

  /// What is due within three months goes along.
  private static let ahead = 91
  private static let longestMonth = 31, mostTimes = 3
  private static let months: Set<Int> = [4, 10]
}
