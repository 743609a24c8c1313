import Synchronization

/// A simulated wait that ends when a test says so, rather than after a number of seconds.
public final class PlayedTime: Sendable {
  private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])
  public init() {}

  /// The number of waits begun.
  public var begun: Int { waiting.withLock { $0.count } }

  /// Returns once the time has ended, and throws if the wait is cancelled.
  public func wait() async throws {
    let (over, end) = AsyncStream<Void>.makeStream()
    waiting.withLock { $0.append(end) }
    for await _ in over { return }
    throw CancellationError()
  }

  /// Ends the time for everyone waiting now.
  public func end() { for one in waiting.withLock({ $0 }) { one.yield() } }
}
