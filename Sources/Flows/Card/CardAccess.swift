import FlowKit
import HandsProtocol

/// From the reader to a card that trusts the person: connection, pairing and PIN, as every conversation with a card begins.
/// D-16, D-21, D-27, D-28, D-31, D-41, D-46, D-55, D-56.
public enum CardAccess: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var policy: Policy
    var wanted: CardWanted
    var card: CardFacts?
    /// The new PIN of a card that was just set up lies in the hands still.
    var triesNewPIN: Bool
    /// The card went while its PIN was changed, and may have taken the new one.
    var pinMayBeNew = false
    /// Why the PIN is asked for once more that was given before: the hands let the card go, or another page took it.
    var closed: CardTrouble?
    init(_ policy: Policy, wanting wanted: CardWanted = .any, after trouble: CardTrouble? = nil, triesNewPIN: Bool = false) {
      self.policy = policy; self.wanted = wanted; self.triesNewPIN = triesNewPIN
      stage = .connecting(CardConnection.State(wanted, after: trouble))
      closed = trouble?.closing
    }
  }
  /// What the caller needs of a card.
  enum Policy: String, Codable, Hashable, Sendable, CaseIterable {
    /// With an account on it: anything else is said here, and another card asked for.
    case account
    /// The same, but the caller hears of a card without one (D-27).
    case existing
    /// Set up, with or without an account.
    case initialized
    /// Set up and paired, and no PIN is asked for; the caller hears of a card that is blank.
    case paired
    /// Frozen, and unfrozen with the PUK.
    case frozen
    /// Any card: one that is set up may be erased or used as it is (D-21).
    case onboarding
    /// Any card, and it is empty afterwards (D-31).
    case toErase
    /// The same, because the person wants it empty.
    case reset
  }
  enum Stage: Codable, Hashable, Sendable {
    case connecting(CardConnection.State), choosing, pairing(CardPairing.State), pin(PINEntry.State), erasing(CardErasing.State)
    /// The PIN of a card whose places are all taken, and then the taking back of them.
    case provingToFree(PINEntry.State), freeing
    case unsuitable, emptied
  }
  public enum Action: FlowAction {
    case connecting(CardConnection.Action), pairing(CardPairing.Action), pin(PINEntry.Action), erasing(CardErasing.Action)
    case goOn, erase, useAnother, putBack, cancel

    public var name: String {
      switch self {
      case .connecting(let action): "connecting.\(action.name)"
      case .pairing(let action): "pairing.\(action.name)"
      case .pin(let action): "pin.\(action.name)"
      case .erasing(let action): "erasing.\(action.name)"
      case .goOn: "goOn"
      case .erase: "erase"
      case .useAnother: "useAnother"
      case .putBack: "putBack"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready(CardFacts), blank(CardFacts), noAccount(CardFacts), notFrozen(CardTries)
    /// The card was erased on the way, and the person wants the account back on it (D-56).
    case toBackup
    case cancelled
    public var grants: Bool { false }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.connecting(let child), _): return connect(child, signal, &state)
    case (.pairing(let child), _): return pair(child, signal, &state)
    case (.pin(let child), _): return enterPIN(child, signal, &state)
    case (.provingToFree(let child), _): return enterPIN(child, signal, &state, toFree: true)
    case (.freeing, .reply(.hands(.card(.unpaired)))): state.go(.pairing(CardPairing.State()))
    case (.freeing, .reply): _ = state.breaksOff(signal)
    case (.erasing(let child), _): return erase(child, signal, &state)
    case (.choosing, .action(.goOn)): state.go(.pairing(CardPairing.State()))
    case (.choosing, .action(.erase)): state.askToErase()
    case (.choosing, .action(.useAnother)), (.unsuitable, .action(.useAnother)): state.askForAnother()
    case (.emptied, .action(.putBack)): return .done(.toBackup)
    default: break
    }
    return .stay
  }

  private static func connect(_ child: CardConnection.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    var child = child
    guard let step = signal.passed(to: CardConnection.self, &child, { if case .connecting(let action) = $0 { action } else { nil } }) else {
      return .stay
    }
    switch step.output {
    case nil: state.stage = .connecting(child)
    case .cancelled: return .done(.cancelled)
    case .connected(let card): return meet(card, &state)
    }
    return Transition(orders: step.orders)
  }

  /// What lies there is read anew each time (D-59), and judged by what it is wanted for.
  private static func meet(_ card: CardFacts, _ state: inout State) -> Transition<Output> {
    state.card = card
    let isResuming = if case .only = state.wanted { true } else { false }
    switch (state.policy, card.contents) {
    case (.onboarding, .blank), (.toErase, .blank), (.reset, .blank), (.paired, .blank): return .done(.blank(card))
    case (.existing, .blank), (.existing, .noKeys): return .done(.noAccount(card))
    case (.account, .noKeys), (_, .blank): state.go(.unsuitable)
    case (.toErase, _), (.reset, _): state.askToErase()
    case (.onboarding, _) where !isResuming: state.go(.choosing)
    default: state.go(.pairing(CardPairing.State()))
    }
    return .stay
  }

  private static func pair(_ child: CardPairing.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    if state.breaksOff(signal, rememberedBy: child.stage == .trying) { return .stay }
    var child = child
    guard let step = signal.passed(to: CardPairing.self, &child, { if case .pairing(let action) = $0 { action } else { nil } }) else { return .stay }
    switch step.output {
    case nil: state.stage = .pairing(child)
    case .paired where state.policy == .paired: return Transition(orders: step.orders, output: state.card.map(Output.ready))
    case .paired:
      var entry = PINEntry.State(state.policy == .frozen ? .unfreezing : .verifying, card: state.card, triesNewPIN: state.triesNewPIN)
      entry.mayBeNew = state.pinMayBeNew
      if let closed = state.closed { entry.notice = .card(closed) }
      state.go(.pin(entry))
    case .pairedForNow: state.go(.provingToFree(PINEntry.State(card: state.card)))
    case .eraseAsked: state.askToErase()
    case .anotherAsked: state.askForAnother()
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func enterPIN(
    _ child: PINEntry.State, _ signal: Signal<Action>, _ state: inout State, toFree: Bool = false
  ) -> Transition<Output> {
    if state.breaksOff(signal, rememberedBy: true) { return .stay }
    var child = child
    guard let step = signal.passed(to: PINEntry.self, &child, { if case .pin(let action) = $0 { action } else { nil } }) else { return .stay }
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

  private static func erase(_ child: CardErasing.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    if state.breaksOff(signal) { return .stay }
    var child = child
    guard let step = signal.passed(to: CardErasing.self, &child, { if case .erasing(let action) = $0 { action } else { nil } }) else { return .stay }
    switch step.output {
    case nil: state.stage = .erasing(child)
    case .erased:
      state.wanted = .erased(state.card)
      // D-55: the step that led here is repeated, and meets an empty card. D-56: elsewhere the account is put back first.
      let repeats = [CardAccess.Policy.onboarding, .toErase, .reset, .existing].contains(state.policy)
      state.go(repeats ? .connecting(CardConnection.State(state.wanted)) : .emptied)
    case .kept where state.policy == .reset: return .done(.cancelled)
    case .kept: state.go(.connecting(CardConnection.State(state.wanted)))
    case .anotherAsked: state.askForAnother()
    case .cancelled: return .done(.cancelled)
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .connecting(let child): CardConnection.awaited(child)
    case .pairing(let child): CardPairing.awaited(child)
    case .pin(let child), .provingToFree(let child): PINEntry.awaited(child)
    case .freeing: [.hands(.card(.freeSlots))]
    case .erasing(let child): CardErasing.awaited(child)
    case .choosing, .unsuitable, .emptied: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), other = Choice<Action>(.useAnotherCard, .useAnother, .outline)
    let facts: [Block] = state.card.map { $0.facts.isEmpty ? [] : [.facts($0.facts)] } ?? []
    switch state.stage {
    case .connecting(let child): return CardConnection.screen(child).embedded(Action.connecting)
    case .pairing(let child):
      var screen = CardPairing.screen(child).embedded(Action.pairing)
      screen.blocks = state.card.prompt + screen.blocks
      return screen
    case .pin(let child), .provingToFree(let child): return PINEntry.screen(child).embedded(Action.pin)
    case .freeing: return .atCard(.checkingCard, state.card, choices: [cancel])
    case .erasing(let child): return CardErasing.screen(child).embedded(Action.erasing)
    case .choosing:
      return Screen(
        .working, [state.card?.contents == .keys ? .cardHoldsAccount : .cardIsSetUp], state.card.makerWarning + facts,
        choices: [Choice(.useAsItIs, .goOn), other, Choice(.factoryReset, .erase, .danger), cancel], aside: .card)
    case .unsuitable: return Screen(.plain, [.noAccountHere], facts, choices: [Choice(.useAnotherCard, .useAnother), cancel], aside: .card)
    case .emptied: return Screen(.plain, [.cardEmptied], choices: [Choice(.restoreFromBackup, .putBack), cancel], aside: .erasing)
    }
  }

  static let cardForms: [Form] = PINEntry.cardForms + [CardPairing.form]
  /// All that a card can bring in the worlds of flows that hold this one.
  static func news(_ cards: CardFacts...) -> [HandsReply] {
    CardConnection.news() + cards.map { .card(.present($0)) } + CardPairing.news + PINEntry.cardNews + CardErasing.news
  }
  /// The least that leads through all of it, for the worlds of long flows: the rest is proved here.
  static func fewNews(_ cards: CardFacts...) -> [HandsReply] {
    let news: [CardReply] = [.removed, .changed, .rehearsing, .paired, .correct, .reset, .tries(CardTries(pin: 3, puk: 5))]
    return (news + [.tries(CardTries(pin: 0, puk: 0))] + cards.map { .present($0) }).map(HandsReply.card)
  }
  static let someCard = CardFacts(.keys, instance: "1"), otherCard = CardFacts(.noKeys, instance: "2"), blankCard = CardFacts(.blank)
  public static var world: World<CardAccess> { world(.account) }
  static func world(_ policy: Policy) -> World<CardAccess> {
    World(
      start: State(policy), forms: cardForms,
      hands: news(someCard, otherCard, blankCard) + [.pairedForNow, .unpaired, .letGo, .taken, .lost, .declined].map(HandsReply.card))
  }
}

extension CardAccess.State: Staged {
  /// Begins anew at the reader when the card is gone. What the hands have lost is asked for where it was typed.
  fileprivate mutating func breaksOff(_ signal: Signal<CardAccess.Action>, rememberedBy child: Bool = false) -> Bool {
    guard case .reply(.hands(let news)) = signal, let trouble = news.trouble, !(child && trouble == .lost) else { return false }
    if case .erasing = stage {
      wanted = .erased(card)
    } else if wanted.isOpen, let card {
      wanted = CardWanted(card)
    }
    go(.connecting(CardConnection.State(wanted, after: trouble)))
    closed = trouble.closing
    return true
  }
  fileprivate mutating func askToErase() {
    guard let card else { return }
    go(.erasing(CardErasing.State(card, forAnother: policy == .toErase)))
  }
  fileprivate mutating func askForAnother() {
    guard let card else { return }
    let connection = CardConnection.State.anotherCard(than: card)
    wanted = connection.wanted
    closed = nil
    go(.connecting(connection))
  }
}

extension Copy {
  static let cardHoldsAccount = Copy("D-21", "This card holds an account already. If you go on, the new account takes its place on the card.")
  static let cardIsSetUp = Copy("D-21.empty", "This card is set up already, and holds no account.")
  static let useAsItIs = Copy("D-21.keep", "Go on with its PIN")
  static let noAccountHere = Copy("D-27.here", "There is no account on this card. Put in the card that has your account.")
  static let cardEmptied = Copy("D-56", "The card is empty now. Put your account back from its words.")
  static let restoreFromBackup = Copy("D-34", "Restore from backup")
}
