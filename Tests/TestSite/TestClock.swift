import Foundation
import Synchronization

/// A clock that only a test advances, except for a millisecond per reading. Tests therefore do not depend on a
/// machine's speed, and later events have later times.
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
  /// Stops the clock at a whole second: from now on, readings do not advance it either.
  public func stop() { state.withLock { $0 = (Self.wholeSecond, 0) } }

  private static var wholeSecond: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded()) }
}
