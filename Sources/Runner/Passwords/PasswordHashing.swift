import CSodium
import Dispatch
import Synchronization

/// Hashes passwords beside the server's own threads, few at a time: each takes its megabytes and a good part of a second by design.
public final class PasswordHashing: Sendable {
  private let cost: Argon2id
  private let queue = DispatchQueue(label: "latchstring.password")
  private let waiting = Mutex(0)
  private let mostWaiting: Int
  private let done = Mutex(0)
  /// How many hashes it has made: what an attempt costs, without a clock.
  public var performed: Int { done.withLock { $0 } }
  /// What an unknown user's password is compared with, at the same cost, so that the time does not tell who has an account.
  private let nobody: String

  /// `nil` where the machine has not the memory that one hash takes.
  public init?(cost: Argon2id, mostWaiting: Int = 64) {
    guard sodium_init() >= 0, let nobody = cost.hash("nobody's") else { return nil }
    self.cost = cost; self.mostWaiting = mostWaiting; self.nobody = nobody
  }

  /// `nil` where too many are waiting, or there is no memory.
  func hash(_ password: String) async -> String? { await perform { $0.cost.hash(password) } ?? nil }

  /// Takes as long for no hash as for a wrong password.
  func verify(_ password: String, against hash: String?) async -> Bool? {
    await perform { $0.cost.verify(password, against: hash ?? $0.nobody) && hash != nil }
  }

  private func perform<Result: Sendable>(_ work: @escaping @Sendable (PasswordHashing) -> Result) async -> Result? {
    let isAdmitted = waiting.withLock { count in
      guard count < mostWaiting else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { return nil }
    return await withCheckedContinuation { continuation in
      queue.async {
        let result = work(self)
        self.waiting.withLock { $0 -= 1 }
        self.done.withLock { $0 += 1 }
        continuation.resume(returning: result)
      }
    }
  }
}
