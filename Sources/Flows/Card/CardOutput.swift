import Vocabulary

/// The possible endings of the card maintenance flows.
public enum CardOutput: Outcome {
  case done, cancelled
  /// The card was erased on the way, and its account is to be restored first (D-56).
  case startBackup
  public var leadsTo: Destination { self == .startBackup ? .cardBackup : .origin }
}

extension AtCard {
  /// Passes the signal to the access subflow. `then` continues with a card that is ready, and `blank` with a blank
  /// card. Without `blank`, a blank card ends the flow.
  mutating func reach<Action: FlowAction>(
    _ child: CardAccess.State, _ signal: Signal<Action>, blank: ((inout Self) -> Void)? = nil,
    then go: (inout Self) -> Void
  ) -> Transition<CardOutput> {
    let (child, step) = signal.passed(to: CardAccess.self, child)
    switch step.output {
    case nil: stage = Self.reaching(child)
    case .ready(let card):
      self.card = card
      go(&self)
    case .blank(let card) where blank != nil:
      self.card = card
      blank?(&self)
    case .toBackup: return .done(.startBackup)
    case .blank, .noAccount, .notFrozen, .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }
}
