import Foundation
import Synchronization

/// A clock that a test can move.
public final class TestClock: Sendable {
  private let offset = Mutex<TimeInterval>(0)
  public init() {}
  public var now: Date { Date() + offset.withLock { $0 } }
  public func advance(_ seconds: TimeInterval) { offset.withLock { $0 += seconds } }
}
