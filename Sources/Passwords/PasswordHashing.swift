import CSodium
import Dispatch
import Model
import Synchronization

/// Argon2id by libsodium (`crypto_pwhash_str`, RFC 9106). The text that it produces states its own cost, so that the
/// cost can be raised later.
public struct Argon2id: Sendable {
  public var operations: UInt64
  /// The memory per hash, in bytes.
  public var memory: Int

  public init(operations: UInt64 = 2, memory: Int = 64 << 20) {
    self.operations = operations; self.memory = memory
  }

  /// Returns the hash, or `nil` if the machine does not have enough memory for it.
  func hash(_ password: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let isDone = password.withCString {
      crypto_pwhash_str(&text, $0, UInt64(password.utf8.count), operations, memory) == 0
    }
    return isDone ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  func verify(_ password: String, against hash: String) -> Bool {
    hash.withCString { hash in
      password.withCString { crypto_pwhash_str_verify(hash, $0, UInt64(password.utf8.count)) == 0 }
    }
  }
}

/// Hashes passwords off the server's own threads, one at a time. By design, each hash takes its megabytes and a good
/// part of a second.
public final class PasswordHashing: Sendable {
  /// The reason why no hash was computed.
  enum Failure: Error { case tooManyWaiting, noMemory }
  /// The requester of a hash, so that requesters can take turns.
  struct Asker: Sendable {
    /// The requesting network address; `nil` if the request did not come over a network.
    var address: NetworkAddress?
    var name: String
  }
  private struct Job: Sendable { let run: @Sendable () -> Void, refuse: @Sendable () -> Void }

  private let cost: Argon2id
  /// The queue that runs the jobs off the server's own threads, in order of arrival.
  private let queue: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let line: Mutex<(jobs: FairLine<Job>, isWorking: Bool)>
  private let done = Mutex(0)
  /// The number of hashes performed, which measures the cost of an attempt without a clock.
  public var performed: Int { done.withLock { $0 } }
  /// The requests that are delayed before they join the queue, because of wrong guesses.
  private let delays: DelayQueue
  /// The number of requests that are delayed before they join the queue, because of wrong guesses.
  public var pausing: Int { delays.count }
  /// The number of requests waiting for their turn.
  public var waiting: Int { line.withLock { $0.jobs.count } }
  /// The hash with which an unknown user's password is compared, at the same cost, so that the time does not reveal who
  /// has an account.
  private let nobody: String

  /// Returns `nil` if the machine does not have enough memory for one hash.
  ///
  /// - Parameters:
  ///   - mostWaiting: The maximum number of waiting requests, of which at most half may come from one network address.
  ///     The same number may be delayed in addition.
  ///   - queue: Runs one hash each time it is called; if `nil`, a dedicated queue is used.
  public init?(
    cost: Argon2id, mostWaiting: Int = 64, queue: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    guard sodium_init() >= 0, let nobody = cost.hash("nobody's") else { return nil }
    let own = DispatchQueue(label: "latchstring.password")
    self.cost = cost; self.nobody = nobody; self.queue = queue ?? { own.async(execute: $0) }
    let mostFromOne = max(1, mostWaiting / 2)
    line = Mutex((FairLine(most: mostWaiting, mostFromOne: mostFromOne), false))
    delays = DelayQueue(most: mostWaiting, mostFromOne: mostFromOne)
  }

  /// Waits before a password is checked.
  func pause(_ seconds: Double, for asker: Asker) async throws(Failure) {
    guard await delays.wait(seconds, for: asker) else { throw .tooManyWaiting }
  }

  func hash(_ password: String, for asker: Asker) async throws(Failure) -> String {
    guard let text = try await perform(for: asker, { $0.cost.hash(password) }) else { throw .noMemory }
    return text
  }

  /// Verifies a password. If there is no hash, this takes as long as for a wrong password.
  func verify(_ password: String, against hash: String?, for asker: Asker) async throws(Failure) -> Bool {
    try await perform(for: asker) { $0.cost.verify(password, against: hash ?? $0.nobody) && hash != nil }
  }

  private func perform<Result: Sendable>(
    for asker: Asker, _ work: @escaping @Sendable (PasswordHashing) -> Result
  ) async throws(Failure) -> Result {
    let result: Result? = await withCheckedContinuation { continuation in
      let job = Job {
        let result = work(self)
        self.done.withLock { $0 += 1 }
        continuation.resume(returning: result)
      } refuse: {
        continuation.resume(returning: nil)
      }
      let (refused, begins) = line.withLock { line -> (Job?, Bool) in
        let refused: Job? =
          switch line.jobs.enter(job, from: asker.address, for: asker.name) {
          case .admitted: nil
          case .inPlaceOf(let other): other
          case .refused: job
          }
        defer { line.isWorking = true }
        return (refused, !line.isWorking)
      }
      refused?.refuse()
      if begins { queue { self.work() } }
    }
    guard let result else { throw .tooManyWaiting }
    return result
  }

  private func work() {
    guard let job = next() else { return }
    job.run()
    queue { self.work() }
  }
  private func next() -> Job? {
    line.withLock { line in
      let job = line.jobs.next()
      line.isWorking = job != nil
      return job
    }
  }
}
