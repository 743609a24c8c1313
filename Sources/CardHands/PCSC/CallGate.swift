import Foundation
import Synchronization

/// The gate for every call into the PC/SC library. When the process exits, the library frees memory that its calls use,
/// while our threads keep running until the process has ended. From then on, no call begins, waits are cancelled, and
/// the gate waits for calls under way.
final class CallGate: Sendable {
  /// The single gate for all copies of the library, because they end together. Handlers registered with atexit(3) run
  /// before the libraries' own clean-up.
  static let shared: CallGate = {
    atexit { CallGate.shared.close() }
    return CallGate()
  }()

  private struct State {
    var underway = 0
    /// The closures that cancel the waiting calls.
    var waits: [Int: @Sendable () -> Void] = [:]
    var lastWait = 0
    var isClosed = false
  }
  private let state = Mutex(State())
  /// The time limit for calls under way, longer than any card takes to respond. A reader that hangs must not keep the
  /// program alive forever.
  private static let patience = Duration.seconds(5)

  /// - Parameter callOff: A closure that ends a call that may wait for long. It is called more than once, because the
  ///   library ignores a cancellation that arrives before the wait has begun.
  /// - Returns: The result of the call or, once the gate is closed, the error that there is no daemon.
  func call(callingOff callOff: (@Sendable () -> Void)? = nil, _ work: () -> Int) -> Int {
    let entry = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.underway += 1
      state.lastWait += 1
      state.waits[state.lastWait] = callOff
      return state.lastWait
    }
    guard let entry else { return Int(PCSCFailure.noService.code) }
    defer {
      state.withLock { state in
        state.underway -= 1
        state.waits[entry] = nil
      }
    }
    return work()
  }

  /// Closes the gate. Returns when no call is under way any more.
  func close() {
    let end = ContinuousClock.now + Self.patience
    repeat {
      let (isIdle, waits) = state.withLock { state in
        state.isClosed = true
        return (state.underway == 0, Array(state.waits.values))
      }
      guard !isIdle else { return }
      for callOff in waits { callOff() }
      usleep(2_000)
    } while ContinuousClock.now < end
  }
}

extension PCSC {
  func call(_ work: (PCSC) -> Int) -> Int { CallGate.shared.call { work(self) } }
  /// Performs a call in which a context waits for changes.
  func wait(in context: Int, _ work: (PCSC) -> Int) -> Int {
    let library = self
    return CallGate.shared.call(callingOff: { _ = library.cancel(context) }) { work(library) }
  }
}
