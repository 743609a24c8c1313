import Vocabulary
import HandsProtocol

extension EscrowRecovery {
  /// Returns the child flow's response to the signal, or `nil` if no child flow is running.
  static func inChild(_ signal: Signal<Action>, _ state: inout State) -> Transition<Output>? {
    switch state.stage {
    case .identifying(let child): identify(child, signal, &state)
    case .finding(let child): find(child, signal, &state)
    case .solving(let child): solve(child, signal, &state)
    case .restoring(let child, let puzzle): restore(child, puzzle, signal, &state)
    default: nil
    }
  }

  private static func identify(
    _ child: Identification.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Identification.self, child)
    switch step.output {
    case nil: state.stage = .identifying(child)
    case .identified(let country):  // C-43
      (state.country, state.documents) = (country, [])
      state.go(.finding(DocumentFinding.State(state.providers)))
    case .back, .cancelled: return Transition(orders: step.orders, output: .cancelled)  // C-42
    }
    return Transition(orders: step.orders)
  }

  private static func find(
    _ child: DocumentFinding.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: DocumentFinding.self, child)
    (state.providers, state.documents) = (child.providers, child.documents)
    switch step.output {
    case nil: state.stage = .finding(child)
    case .opened(let puzzle):
      state.solve(puzzle)
      return Transition(orders: step.orders + Identification.forgetting())
    case .lost: state.startOver()
    case .back: state.identify()
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }

  private static func solve(
    _ child: ChallengeBoard.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: ChallengeBoard.self, child)
    switch step.output {
    case nil: state.stage = .solving(child)
    case .complete: state.go(.recovering(child.puzzle))
    case .change: state.go(.finding(DocumentFinding.State(state.providers, state.documents)))  // C-58
    case .back: state.identify()  // C-44
    case .lost: state.startOver()
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func restore(
    _ child: Restoring.State, _ puzzle: EscrowPuzzle, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Restoring.self, child)
    switch step.output {
    case nil: state.stage = .restoring(child, puzzle)
    case .recovered: state.go(.forgetting)
    case .unknown: state.go(.noAccount)
    case .again: state.go(.stopped(puzzle), child.notice)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders, renew: step.renew)
  }
}
