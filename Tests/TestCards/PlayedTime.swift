import Synchronization

/// A time that is over when a test says so, and not after a number of seconds.
public final class PlayedTime: Sendable {
  private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])
  public init() {}

  /// The number of times somebody began to wait.
  public var begun: Int { waiting.withLock { $0.count } }

  /// Returns when the time is over, and throws if the waiting is cancelled.
  public func wait() async throws {
    let (over, end) = AsyncStream<Void>.makeStream()
    waiting.withLock { $0.append(end) }
    for await _ in over { return }
    throw CancellationError()
  }

  /// Ends the time for all who are waiting by now.
  public func end() { for one in waiting.withLock({ $0 }) { one.yield() } }
}
