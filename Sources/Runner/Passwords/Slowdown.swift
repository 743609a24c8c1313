import Foundation

/// Makes guessing at one account slow without ever locking its owner out: each failure beyond the third doubles a wait, up to eight seconds.
/// Names that no account has are slowed alike. Passkeys are not slowed: there is nothing to guess.
actor Slowdown {
  private struct Failures { var count: Int, lastAt: Date }
  private var failures: [String: Failures] = [:]
  private let free = 3, longest = 8.0, forgottenAfter: TimeInterval = 15 * 60, mostNames = 10_000

  /// How long an attempt at this name waits, in seconds.
  func wait(for name: String, at now: Date) -> Double {
    guard let known = failures[name], now.timeIntervalSince(known.lastAt) < forgottenAfter, known.count >= free else { return 0 }
    return min(pow(2, Double(min(known.count, 30) - free)), longest)
  }

  func note(failureAt name: String, at now: Date) {
    if failures.count >= mostNames { failures = failures.filter { now.timeIntervalSince($0.value.lastAt) < forgottenAfter } }
    if failures.count >= mostNames { failures.removeAll() }  // so many names at once is no forgetful owner; the address limits stand
    failures[name, default: Failures(count: 0, lastAt: now)].count += 1
    failures[name]?.lastAt = now
  }

  func note(successAt name: String) { failures[name] = nil }
}
