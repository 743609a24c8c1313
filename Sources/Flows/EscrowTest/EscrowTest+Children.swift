import HandsProtocol
import Vocabulary

extension EscrowTest {
  /// Returns the child flow's response to the signal, or `nil` if no child flow is running.
  static func inChild(_ signal: Signal<Action>, _ state: inout State) -> Transition<Output>? {
    switch state.stage {
    case .confirming(let child): confirm(child, signal, &state)
    case .identifying(let child): identify(child, signal, &state)
    case .finding(let child): find(child, signal, &state)
    case .answering(let ways, let child): answer(child, ways, signal, &state)
    default: nil
    }
  }

  private static func confirm(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .confirming(child)
    case .ready:
      state.isConfirmed = true
      state.go(.beginning)
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func identify(
    _ child: Identification.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Identification.self, child)
    switch step.output {
    case nil: state.stage = .identifying(child)
    case .identified(let country):
      (state.country, state.documents) = (country, [])
      state.go(.finding(DocumentFinding.State(state.providers)))
    case .back, .cancelled: return state.end(.cancelled)
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
      state.go(.choosing(puzzle))
      return Transition(orders: step.orders + Identification.forgetting())
    case .lost: state.startOver()
    case .back: state.identify()
    case .cancelled: return state.end(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  /// Passes one check. A wrong answer ends the drill, and so does a provider that has no part, or one that does not fit.
  private static func answer(
    _ child: ChallengeAnswer.State, _ ways: ChosenWays, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let provider = child.challenge.provider
    if case .reply(.hands(.escrow(let news))) = signal {
      switch news {
      case .wrong: return state.fail(.wrongAnswer(provider))
      case .limited: return state.end(.limited(provider))
      case .unknownChallenge, .trouble(.missing): return state.fail(.gone(provider))
      case .trouble(.lying): return state.fail(.unfit([provider]))
      default: break
      }
    }
    let (child, step) = signal.passed(to: ChallengeAnswer.self, child)
    switch step.output {
    case nil: state.stage = .answering(ways, child)
    case .solved:
      var ways = ways
      ways.puzzle.solve(child.challenge.number)
      state.check(ways)
    case .back: state.go(.checking(ways))
    case .lost: state.startOver()
    case .cancelled: return state.end(.cancelled)
    }
    return Transition(orders: step.orders)
  }
}

extension EscrowTest.State {
  /// Begins with the chosen ways; if they cost something, only after the person has accepted the price.
  mutating func choose(_ ways: ChosenWays) {
    if ways.isComplete || ways.prices.isEmpty { check(ways) } else { go(.pricing(ways)) }
  }
  mutating func check(_ ways: ChosenWays) { go(ways.isComplete ? .joining(ways) : .checking(ways)) }
}
