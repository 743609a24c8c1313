import CSodium
import Dispatch
import Model
import Synchronization

/// Argon2id by libsodium (`crypto_pwhash_str`, RFC 9106): the text it makes names its own cost, so that the cost can be
/// raised later.
public struct Argon2id: Sendable {
  public var operations: UInt64
  /// In bytes.
  public var memory: Int

  public init(operations: UInt64 = 2, memory: Int = 64 << 20) {
    self.operations = operations; self.memory = memory
  }

  /// `nil` if the machine does not have the memory for it.
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

/// Hashes passwords beside the server's own threads, one at a time: each takes its megabytes and a good part of a
/// second by design.
public final class PasswordHashing: Sendable {
  /// The reason why there is no hash.
  enum Failure: Error { case tooManyWaiting, noMemory }
  /// The one for whom a password is hashed, so that turns can be taken.
  struct Asker: Sendable {
    /// `nil` if nobody came over a network.
    var address: NetworkAddress?
    var name: String
  }
  private struct Job: Sendable { let run: @Sendable () -> Void, refuse: @Sendable () -> Void }

  private let cost: Argon2id
  /// Runs its jobs beside the server's own threads, in the order in which they came.
  private let queue: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let line: Mutex<(jobs: FairLine<Job>, isWorking: Bool)>
  private let done = Mutex(0)
  /// The number of hashes it has made: what an attempt costs, without a clock.
  public var performed: Int { done.withLock { $0 } }
  /// The ones who wait before their turn, because of wrong guesses.
  private let delays: DelayQueue
  /// The number of those who wait before their turn, because of wrong guesses.
  public var pausing: Int { delays.count }
  /// The number of those who wait for their turn.
  public var waiting: Int { line.withLock { $0.jobs.count } }
  /// The hash that an unknown user's password is compared with, at the same cost, so that the time does not tell who
  /// has an account.
  private let nobody: String

  /// `nil` if the machine does not have the memory that one hash takes.
  ///
  /// - Parameters:
  ///   - mostWaiting: At most this many wait, half of them from one network address. As many may pause besides.
  ///   - queue: Runs one hash each time it is called; a queue of its own if `nil`.
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

  /// Waits before a password is looked at.
  func pause(_ seconds: Double, for asker: Asker) async throws(Failure) {
    guard await delays.wait(seconds, for: asker) else { throw .tooManyWaiting }
  }

  func hash(_ password: String, for asker: Asker) async throws(Failure) -> String {
    guard let text = try await perform(for: asker, { $0.cost.hash(password) }) else { throw .noMemory }
    return text
  }

  /// Takes as long without a hash as for a wrong password.
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
