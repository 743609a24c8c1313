import Foundation
import Model
import Synchronization

/// Slows down guessing at one account without ever locking its owner out. Each failure beyond the third doubles the
/// wait, up to eight seconds. Names without an account are slowed down in the same way. Passkeys are not slowed down,
/// because there is nothing to guess.
actor Slowdown {
  private struct Failures { var count: Int, lastAt: Date }
  private var failures: [String: Failures] = [:]
  private let free = 3, longest = 8.0, forgottenAfter: TimeInterval = 15 * 60, mostNames = 10_000

  /// Returns the delay of an attempt at this name, in seconds.
  func wait(for name: String, at now: Date) -> Double {
    guard let known = failures[name], now.timeIntervalSince(known.lastAt) < forgottenAfter, known.count >= free else {
      return 0
    }
    return min(pow(2, Double(min(known.count, 30) - free)), longest)
  }

  func note(failureAt name: String, at now: Date) {
    if failures.count >= mostNames {
      failures = failures.filter { now.timeIntervalSince($0.value.lastAt) < forgottenAfter }
    }
    // This is more names at once than a forgetful owner would try. The address limits still apply.
    if failures.count >= mostNames { failures.removeAll() }
    failures[name, default: Failures(count: 0, lastAt: now)].count += 1
    failures[name]?.lastAt = now
  }

  func note(successAt name: String) { failures[name] = nil }
}

/// The requests that wait before their password is checked, because many wrong passwords were tried with the same name.
/// Each request holds a connection meanwhile, so the limits on their number, in total and per address, are the same as
/// for hashes.
final class DelayQueue: Sendable {
  typealias Wait = Task<Void, any Error>
  private let line: Mutex<FairLine<Wait>>
  var count: Int { line.withLock { $0.count } }

  /// - Parameters:
  ///   - most: The maximum number of waiting requests.
  ///   - mostFromOne: The maximum number of waiting requests from one address.
  init(most: Int, mostFromOne: Int) { line = Mutex(FairLine(most: most, mostFromOne: mostFromOne)) }

  /// Returns `true` when the time is up. Returns `false` at once if there is no free place, or as soon as a different
  /// address takes this request's place.
  func wait(_ seconds: Double, for asker: PasswordHashing.Asker) async -> Bool {
    let wait = Wait { try await Task.sleep(for: .seconds(seconds)) }
    let refused: Wait? = line.withLock { line in
      switch line.enter(wait, from: asker.address, for: asker.name) {
      case .admitted: nil
      case .inPlaceOf(let other): other
      case .refused: wait
      }
    }
    refused?.cancel()
    let result = await withTaskCancellationHandler {
      await wait.result
    } onCancel: {
      wait.cancel()
    }
    line.withLock { $0.leave(from: asker.address, for: asker.name, where: { $0 == wait }) }
    guard case .success = result else { return false }
    return true
  }
}
