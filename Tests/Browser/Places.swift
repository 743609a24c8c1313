import Foundation

/// A fixed number of places, granted in the order of the requests.
actor Places {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  /// A test uses a processor most of the time and waits for the rest, so one more test than there are processors leaves
  /// none idle.
  static func forPages() -> Places { Places(1 + max(2, ProcessInfo.processInfo.activeProcessorCount)) }

  func take() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Returns the place. It passes straight to the next in line, so that a later request cannot slip in.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
