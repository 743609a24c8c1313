import Foundation
import Synchronization

/// A clock that only a test moves, and each look at it by a millisecond: so no test depends on how fast a machine is,
/// and what happens later is later.
public final class TestClock: Sendable {
  private let state = Mutex((now: TestClock.wholeSecond, step: 0.001))
  public init() {}
  public var now: Date {
    state.withLock { state in
      state.now += state.step
      return state.now
    }
  }
  public func advance(_ seconds: TimeInterval) { state.withLock { $0.now += seconds } }
  /// From now on looks do not move it either. It stops at a whole second.
  public func stop() { state.withLock { $0 = (Self.wholeSecond, 0) } }

  private static var wholeSecond: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded()) }
}
