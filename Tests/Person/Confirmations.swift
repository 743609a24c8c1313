import LocalServer
import Synchronization

/// The person at the hands' terminal, who is asked whether to allow what a hosted page wants, and answers yes or no.
public final class Confirmations: Sendable {
  private struct State { var says = false, asked: [ConfirmationRequest] = [] }
  private let state = Mutex(State())
  public init() {}

  /// All questions asked, oldest first.
  public var asked: [ConfirmationRequest] { state.withLock { $0.asked } }
  /// Sets the answer to all further questions. At first it is no, as without a terminal.
  public func say(_ answer: Bool) { state.withLock { $0.says = answer } }

  func answer(to request: ConfirmationRequest) -> Bool {
    state.withLock { state in
      state.asked.append(request)
      return state.says
    }
  }
}
