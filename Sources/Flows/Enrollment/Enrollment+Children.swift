import Vocabulary
import Model

/// The child flows: a touch before anything changes, and the recovery code as step 4.
extension Enrollment {
  /// Returns `nil` if no child flow is under way, or the signal does not belong to it.
  static func inChild(_ signal: Signal<Action>, _ state: inout State) -> Transition<Output>? {
    switch signal {  // an outage lies over every stage (G-23)
    case .reply(.server(.unavailable)), .reply(.server(.account(.state))), .reply(.hands(.elapsed)): return nil
    default: break
    }
    switch state.stage {
    case .admitting(let child):
      return inOpening(child, signal, &state, Stage.admitting) { $0.advance() }
    case .reopening(let child, let tap):
      return inOpening(child, signal, &state, { .reopening($0, tap) }) { $0.go(.opening(tap)) }
    case .code(let child):
      guard signal.concerns(RecoveryCode.self) else { return nil }
      let (child, step) = signal.passed(to: RecoveryCode.self, child)
      switch step.output {
      case nil: state.stage = .code(child)
      case .saved, .kept: state.go(.completing)
      case .cancelled, .lost: return press(cancelling: &state)
      }
      return Transition(orders: step.orders)
    default: return nil
    }
  }

  private static func inOpening(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State, _ embed: (Opening.State) -> Stage,
    then go: (inout State) -> Void
  ) -> Transition<Output>? {
    guard signal.concerns(Opening.self) else { return nil }
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = embed(child)
    case .cancelled: return press(cancelling: &state)
    case .ready(let key, let opened):
      guard opened || !state.hasMasterKey else {  // it would make keys that open nothing
        state.stage = embed(
          Opening.State(.enrollment, hasCard: state.standing.hasCard, goesWithRun: true, .signsInOnly))
        return .stay
      }
      let isNew = state.standing.keys.contains { $0.id == key && !$0.opens && !$0.needsRewrap }
      if opened, isNew, !state.alsoOpening.contains(key) { state.alsoOpening.append(key) }
      go(&state)
    }
    return Transition(orders: step.orders)
  }

  /// Handles Cancel in a child flow by cancelling this flow, which asks for confirmation if something was written.
  private static func press(cancelling state: inout State) -> Transition<Output> {
    guard state.rows.isEmpty else {
      state.sheet = .cancel
      return .stay
    }
    return .done(.cancelled, .server(.rollBackWraps))
  }
}

extension Enrollment.State {
  var hasMasterKey: Bool { standing.hasMasterKey || rows.contains { $0.opens } }
  func holds(_ key: KeyID) -> Bool { rows.contains { $0.key == key } || standing.keys.contains { $0.id == key } }
}
