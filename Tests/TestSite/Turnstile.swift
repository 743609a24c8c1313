import Dispatch
import Synchronization

/// A queue that a test can stop and then let proceed one piece of work at a time, so that the order is visible without
/// a clock.
public final class Turnstile: Sendable {
  public typealias Work = @Sendable () -> Void
  private let queue = DispatchQueue(label: "turnstile")
  private let state = Mutex<(isOpen: Bool, waiting: [Work])>((true, []))

  public init() {}

  public func enter(_ work: @escaping Work) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(work) }
      return state.isOpen
    }
    if isOpen { queue.async(execute: work) }
  }

  /// Makes everything that arrives from now on wait.
  public func close() { state.withLock { $0.isOpen = false } }
  /// Lets the next piece of work through, and waits until it is done. Does nothing if none is waiting.
  public func step() async {
    guard let work = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return }
    await withCheckedContinuation { done in
      queue.async {
        work()
        done.resume()
      }
    }
  }
  /// Lets everything through, now and from now on.
  public func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for work in waiting { queue.async(execute: work) }
  }
}
