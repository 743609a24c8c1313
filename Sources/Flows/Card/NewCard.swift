import Vocabulary
import HandsProtocol
import Model

/// Makes a card into a way into an account. The card is set up, it signs to be enrolled, and the secret that opens the
/// account is obtained from it. The parent flow stores the result. D-18, D-38.
public enum NewCard: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    /// The state at the end of the set-up, which is restored when the card is removed.
    var setUp: CardSetUp.State
    init(_ notice: Notice? = nil) {
      setUp = CardSetUp.State(notice, for: .wayIn)
      stage = .settingUp(setUp)
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case settingUp(CardSetUp.State), signing, verifying(Evidence), unlocking(KeyID)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case settingUp(CardSetUp.Action), back, cancel

    public var actionName: ActionName {
      switch self {
      case .settingUp(let action): .child("settingUp", action)
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready(KeyID, label: String), back, cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.back)): return .done(.back)
    case (.settingUp(let child), _): return setUp(child, signal, &state)
    case (.signing, .reply(.hands(.card(.signed(let evidence))))): state.go(.verifying(evidence))
    case (.verifying, .reply(.server(.card(.signatureVerified(let key, _))))): state.go(.unlocking(key))
    case (.verifying, .reply(.server(let news))): state = State(news.cardNotice)
    case (.unlocking(let key), .reply(.hands(.card(.unlocked)))):
      return .done(.ready(key, label: state.setUp.card?.name ?? KeyName.shown("", .card)))
    case (_, .reply(.hands(let news))): if let trouble = news.trouble { state.interrupt(trouble) }
    default: break
    }
    return .stay
  }

  private static func setUp(_ child: CardSetUp.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: CardSetUp.self, child)
    switch step.output {
    case nil: state.stage = .settingUp(child)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    case .ready(let card) where card.isRehearsal: state = State(.rehearsalIsNoWayBack)
    case .ready:
      state.setUp = child
      state.setUp.go(.choosing)
      state.go(.signing)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .settingUp(let child): CardSetUp.awaited(child)
    case .signing: [.hands(.card(.sign(.enroll)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .enroll)))]
    case .unlocking(let key): [.hands(.card(.unlock(key)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .settingUp(let child):
      var screen = CardSetUp.screen(child).embedded(Action.settingUp)
      if case .choosing = child.stage { screen.choices.append(.back) }
      return screen
    case .signing, .verifying, .unlocking: return .atCard(.addingCard, state.setUp.card, choices: [.cancel])
    }
  }
}

extension NewCard.State: Staged {
  /// Returns to the reader, and then continues from a safe place.
  fileprivate mutating func interrupt(_ trouble: CardTrouble?) {
    var setUp = setUp
    setUp.interrupt(trouble)
    go(.settingUp(setUp))
  }
}
