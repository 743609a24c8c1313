import Foundation
import Synchronization

/// The gate through which every call into the PC/SC library goes. At the end of the process the library frees what its
/// calls use, while threads of ours run on until the process is gone: from then on no call begins, waits are called
/// off, and calls under way are waited for.
final class CallGate: Sendable {
  /// One gate for all copies of the library, because they end together. What is registered with atexit(3) comes before
  /// what libraries do at the end.
  static let shared: CallGate = {
    atexit { CallGate.shared.close() }
    return CallGate()
  }()

  private struct State {
    var underway = 0
    /// The way in which each waiting call is called off.
    var waits: [Int: @Sendable () -> Void] = [:]
    var lastWait = 0
    var isClosed = false
  }
  private let state = Mutex(State())
  /// The time given to calls under way, longer than any card takes for an answer. A reader that hangs must not keep the
  /// program for ever.
  private static let patience = Duration.seconds(5)

  /// - Parameter callOff: Ends the call early, where it may wait for long. It is called more than once, because the
  ///   library overhears what comes before the wait began.
  /// - Returns: The result of the call; once the gate is closed, that there is no daemon.
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

  /// Returns when no call is under way any more.
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
  /// A call in which a context waits for news.
  func wait(in context: Int, _ work: (PCSC) -> Int) -> Int {
    let library = self
    return CallGate.shared.call(callingOff: { _ = library.cancel(context) }) { work(library) }
  }
}
