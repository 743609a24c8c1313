import Vocabulary
import HandsProtocol

/// Gets a card ready for an account. A card that is set up is opened; an empty card is given a PIN, a PUK and a pairing
/// password. D-09…D-15, D-19…D-22, D-55, G-11.
public enum CardPreparation: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var policy: CardAccess.Policy
    var card: CardFacts?
    /// `true` if the card was removed while it was being set up. Its PUK was never seen, so the card is erased and set
    /// up from scratch.
    var isHalfDone = false
    init(_ policy: CardAccess.Policy, _ wanted: CardWanted = .any, after trouble: CardTrouble? = nil) {
      self.policy = policy
      stage = .access(CardAccess.State(policy, wanting: wanted, after: trouble))
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case access(CardAccess.State), creating, initializing, showing, shown, halfDone, erasing
    /// The same card is opened with the PIN that was just set.
    case opening(CardAccess.State)
  }
  public enum Action: CancellableAction {
    case access(CardAccess.Action), create, saved, startOver, useAnother, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .create: "create"
      case .saved: "saved"
      case .startOver: "startOver"
      case .useAnother: "useAnother"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready(CardFacts), noAccount, cancelled
  }

  static let secrets: FieldID = "cardSecrets", box: FieldID = "secretsSaved"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)):
      return .done(.cancelled, .hands(.forget(secrets)), .hands(.forget(NewPIN.first)), .hands(.forget(NewPIN.second)))
    case (.access(let child), _), (.opening(let child), _): return reach(child, signal, &state)
    case (.creating, .action(.create)): state.go(.initializing)
    case (.initializing, .reply(.hands(.card(.initialized)))): state.go(.showing)
    case (.initializing, .reply(.hands(.card(.unfit)))): state.go(.creating, .unfitPIN)
    case (.initializing, .reply(.hands(.card(.lost)))),
      (.initializing, .secretsLost) where !state.isHalfDone:
      state.isHalfDone = true
      state.reconnect(after: .lost)
    case (.showing, .reply(.hands(.card(.shown)))): state.go(.shown)
    case (.showing, .secretsLost), (.shown, .secretsLost), (.showing, .reply(.hands)): state.go(.halfDone)
    case (.shown, .action(.saved)):
      state.isHalfDone = false
      state.go(.opening(CardAccess.State(.initialized, wanting: .erased(state.card), triesNewPIN: true)))
      return .order(.hands(.forget(secrets)))
    case (.halfDone, .action(.startOver)): state.go(.erasing)
    case (.halfDone, .action(.useAnother)):
      state.isHalfDone = false
      state.go(.access(CardAccess.State(state.policy, awayFrom: state.card)))
    case (.erasing, .reply(.hands(.card(.reset)))):
      state.isHalfDone = false
      state.go(.creating)
    case (.initializing, .reply(.hands(let news))), (.erasing, .reply(.hands(let news))):
      if let trouble = news.trouble {
        state.isHalfDone = true
        state.reconnect(after: trouble)
      }
    default: break
    }
    return .stay
  }

  private static func reach(_ child: CardAccess.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: CardAccess.self, child)
    let isOpening = if case .opening = state.stage { true } else { false }
    switch step.output {
    case nil:
      let isThere = if case .connecting = child.stage { false } else { true }
      if state.isHalfDone, isThere, let card = child.card, card.contents == .noKeys {
        state.card = card
        // A card that cannot be erased is already set up, and the hands may still hold its new secrets.
        state.go(card.canBeErased ? .halfDone : .showing)
        return .stay
      }
      state.stage = isOpening ? .opening(child) : .access(child)
    case .ready(let card): return Transition(orders: step.orders, output: .ready(card))
    case .blank(let card):
      state.card = card
      state.isHalfDone = false
      state.go(.creating)
    case .noAccount: return .done(.noAccount)
    case .toBackup, .notFrozen: state.reconnect(after: nil)
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .access(let child), .opening(let child): CardAccess.awaited(child)
    case .initializing: [.hands(.card(.initialize(pin: NewPIN.first)))]
    case .showing: [.hands(.card(.showSecrets))]
    case .erasing: [.hands(.card(.factoryReset))]
    case .creating, .shown, .halfDone: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .access(let child), .opening(let child): return CardAccess.screen(child).embedded(Action.access)
    case .creating:
      return Screen(
        .working, [.choosePIN], state.notice.blocks + state.card.prompt + state.card.makerWarning + NewPIN.fields,
        choices: [Choice(.proceed, .create, needs: NewPIN.needs), .cancel],
        announcement: state.notice?.copy ?? .choosePIN, aside: .preparation)
    case .initializing: return .atCard(.settingUp, state.card, choices: [.cancel])
    case .showing, .shown:
      return Screen(
        .plain, [.savePUK], [.cardSecrets(secrets), .box(box, .savedOffline)],
        choices: [Choice(.proceed, .saved, needs: [.ticked(box)] + (state.stage == .showing ? [.news] : [])), .cancel],
        announcement: .savePUK, aside: .preparation)
    case .halfDone where state.card?.canBeErased == false:
      return Screen(
        .plain, [.setUpBrokeForGood], choices: [Choice(.useAnotherCard, .useAnother), .cancel],
        announcement: .setUpBrokeForGood,
        aside: .preparation)
    case .halfDone:
      return Screen(.plain, [.setUpBroke], choices: [Choice(.startCardOver, .startOver), .cancel], aside: .preparation)
    case .erasing: return .atCard(.resetting, state.card, .plain, choices: [.cancel])
    }
  }
}

extension CardPreparation.State: Staged {
  fileprivate mutating func reconnect(after trouble: CardTrouble?) {
    go(.access(CardAccess.State(policy, wanting: .erased(card), after: trouble)))
  }
}

extension Copy {
  static let choosePIN = Copy("D-20", "Choose a PIN for this card: six digits, typed twice.")
  static let nobodyVouches = Copy(
    "card.maker.warning",
    """
    No maker that we know vouches for this card. Older cards and those that you programmed yourself work all the same. \
    Go on only if you know where it comes from.
    """)
  static let settingUp = Copy("D-13", "Setting up the card…")
  static let savePUK = Copy(
    "G-11",
    """
    Save these now; they are not shown again. The PUK opens the card when it is frozen, the pairing password when you \
    use another computer.
    """)
  static let setUpBroke = Copy(
    "G-11.again",
    "This card was not set up to the end, so nobody knows its PUK. There is no account on it yet. Begin again with it.")
  static let setUpBrokeForGood = Copy(
    "G-11.old",
    """
    This card was not set up to the end, so nobody knows its PUK, and cards of its version (3.0) can't be erased. \
    There is no account on it. Use another card.
    """)
  static let startCardOver = Copy("G-11.over", "Begin again")
}

extension Aside {
  static let preparation = Aside(
    whatStepMeans,
    [
      (
        Copy("D-09.1", "PIN"),
        Copy("D-09.1t", "You type it each time you use the card. Three wrong tries in a row freeze the card.")
      ),
      (
        Copy("D-03.1", "PUK"),
        Copy("D-03.1t", "Twelve digits that unfreeze the card. It was drawn for you; you can change it later.")
      ),
      (
        Copy("D-15", "Pairing password"),
        Copy("D-15.t", "Drawn as well. This computer remembers the pairing, so that you need it only elsewhere.")
      ),
    ])
}
