import Vocabulary

/// The ends of the flows that care for a card.
public enum CardOutput: Outcome {
  case done, cancelled
  /// The card was erased on the way, and its account is put back first (D-56).
  case startBackup
  public var leadsTo: Destination { self == .startBackup ? .cardBackup : .origin }
}

extension AtCard {
  /// Lets the access subflow have the signal. `then` goes on with the card that is ready, and `blank` with one that is
  /// blank; without `blank`, a blank card is the end.
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
