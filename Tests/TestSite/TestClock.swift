import Foundation
import Synchronization

/// A clock that a test can move, and stop.
public final class TestClock: Sendable {
  private let state = Mutex<(offset: TimeInterval, stopped: Date?)>((0, nil))
  public init() {}
  public var now: Date { state.withLock { ($0.stopped ?? Date()) + $0.offset } }
  public func advance(_ seconds: TimeInterval) { state.withLock { $0.offset += seconds } }
  /// From now on it moves only where a test moves it. It stops at a whole second.
  public func stop() { state.withLock { $0.stopped = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded()) } }
}
