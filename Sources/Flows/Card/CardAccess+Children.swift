import Vocabulary
import HandsProtocol

/// The transitions after each child flow on the way to a card.
extension CardAccess {
  static func connect(_ child: CardConnection.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: CardConnection.self, child)
    switch step.output {
    case nil: state.stage = .connecting(child)
    case .cancelled: return .done(.cancelled)
    case .connected(let card): return meet(card, &state)
    }
    return Transition(orders: step.orders)
  }

  /// Handles the card in the reader. The card is read afresh each time (D-59) and checked against the caller's policy.
  static func meet(_ card: CardFacts, _ state: inout State) -> Transition<Output> {
    state.card = card
    switch (state.policy, card.contents) {
    case (.onboarding, .blank), (.adding, .blank), (.toErase, .blank), (.reset, .blank), (.paired, .blank):
      return .done(.blank(card))
    case (.existing, .blank), (.existing, .noKeys): return .done(.noAccount(card))
    case (.account, .noKeys), (_, .blank): state.go(.unsuitable)
    case (.toErase, _), (.reset, _): state.askToErase()
    // If one particular card is wanted, the flow resumes instead.
    case (.onboarding, _) where !state.wanted.isOne, (.adding, _) where !state.wanted.isOne: state.go(.choosing)
    default: state.go(.pairing(CardPairing.State()))
    }
    return .stay
  }

  static func pair(_ child: CardPairing.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    if state.breaksOff(signal, rememberedBy: child.stage == .trying) { return .stay }
    let (child, step) = signal.passed(to: CardPairing.self, child)
    switch step.output {
    case nil: state.stage = .pairing(child)
    case .paired where state.policy == .paired:
      return Transition(orders: step.orders, output: state.card.map(Output.ready))
    case .paired:
      var entry = PINEntry.State(
        state.policy == .frozen ? .unfreezing : .verifying, card: state.card, triesNewPIN: state.triesNewPIN)
      entry.brokeOff = state.brokeOff
      if let closed = state.closed { entry.notice = .card(closed) }
      state.go(.pin(entry))
    case .pairedForNow:
      var entry = PINEntry.State(card: state.card)
      entry.brokeOff = state.brokeOff
      state.go(.provingToFree(entry))
    case .eraseAsked: state.askToErase()
    case .anotherAsked: state.askForAnother()
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  static func enterPIN(
    _ child: PINEntry.State, _ signal: Signal<Action>, _ state: inout State, toFree: Bool = false
  ) -> Transition<Output> {
    if state.breaksOff(signal, rememberedBy: true) { return .stay }
    let (child, step) = signal.passed(to: PINEntry.self, child)
    switch step.output {
    case nil: state.stage = toFree ? .provingToFree(child) : .pin(child)
    case .verified where toFree:
      if state.policy == .frozen { state.policy = .initialized }  // the PUK was taken on the way
      state.go(.freeing)
    case .verified: return Transition(orders: step.orders, output: state.card.map(Output.ready))
    case .notFrozen(let tries): return .done(.notFrozen(tries))
    case .eraseAsked: state.askToErase()
    case .anotherAsked: state.askForAnother()
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  static func erase(_ child: CardErasing.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    if state.breaksOff(signal) { return .stay }
    let (child, step) = signal.passed(to: CardErasing.self, child)
    switch step.output {
    case nil: state.stage = .erasing(child)
    case .erased:
      state.wanted = .erased(state.card)
      // D-55: the step that led here is repeated and finds an empty card this time. D-56: in other cases, the account
      // is restored first.
      let repeats = [CardAccess.Policy.onboarding, .adding, .toErase, .reset, .existing].contains(state.policy)
      state.go(repeats ? .connecting(CardConnection.State(state.wanted)) : .emptied)
    case .kept where state.policy == .reset: return .done(.cancelled)
    case .kept, .readersChanged: state.go(.connecting(CardConnection.State(state.wanted)))
    case .anotherAsked: state.askForAnother()
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }
}

extension CardAccess.State: Staged {
  /// Starts over at the reader when the card is gone. If the hands have lost an entry, it is requested again on the
  /// screen where it was typed.
  mutating func breaksOff(_ signal: Signal<CardAccess.Action>, rememberedBy child: Bool = false) -> Bool {
    guard case .reply(.hands(let news)) = signal, let trouble = news.trouble, !(child && trouble == .lost) else {
      return false
    }
    if isUnfreezing, trouble.mayBeDone { brokeOff = .unfreezing }
    if case .erasing = stage {
      wanted = .erased(card)
    } else if !wanted.isOne, let card {
      wanted = CardWanted(card)
    }
    go(.connecting(CardConnection.State(wanted, after: trouble)))
    closed = trouble.closing
    return true
  }
  /// `true` if the PUK and the new PIN have been, or are about to be, sent to the card.
  private var isUnfreezing: Bool {
    switch stage {
    case .pin(let entry), .provingToFree(let entry): entry.stage == .sendingPUK
    default: false
    }
  }
  mutating func askToErase() {
    guard let card else { return }
    let isSame = policy == .toErase && card.holdsPhrase == true
    go(.erasing(CardErasing.State(card, isSame ? .forSame : policy == .toErase ? .forAnother : .wanted)))
  }
  mutating func askForAnother() {
    guard let card else { return }
    let connection = CardConnection.State.anotherCard(than: card)
    wanted = connection.wanted
    (closed, brokeOff) = (nil, nil)
    go(.connecting(connection))
  }
}
