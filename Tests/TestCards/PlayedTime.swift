import Synchronization

/// A time that is over when a test says so, and not after so many seconds.
public final class PlayedTime: Sendable {
  private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])
  public init() {}

  /// How often somebody began to wait.
  public var begun: Int { waiting.withLock { $0.count } }

  /// Returns when it is over, and throws where the waiting is called off.
  public func wait() async throws {
    let (over, end) = AsyncStream<Void>.makeStream()
    waiting.withLock { $0.append(end) }
    for await _ in over { return }
    throw CancellationError()
  }

  /// It is over for all who wait by now.
  public func end() { for one in waiting.withLock({ $0 }) { one.yield() } }
}
