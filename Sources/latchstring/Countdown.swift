import Foundation
import Synchronization

/// Says something once, when the last of several things is ready.
final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let last: @Sendable () -> Void

  init(_ count: Int, _ last: @escaping @Sendable () -> Void) { left = Mutex(count); self.last = last }

  func count() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    guard isLast else { return }
    last()
    fflush(nil)
  }
}
