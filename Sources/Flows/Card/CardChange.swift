import Vocabulary
import HandsProtocol

/// Sets a new PIN, PUK or pairing password. These are three flows of the same shape, which need only the PIN. D-12,
/// D-14, D-36, D-37.
public enum CardChange: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage: Stage
    var notice: Notice?
    var card: CardFacts?
    var secret: CardSecret
    public init(of secret: CardSecret) { self.secret = secret; stage = .access(CardAccess.State(.initialized)) }
    var policy: CardAccess.Policy { .initialized }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  enum Stage: Codable, Hashable, Sendable { case access(CardAccess.State), creating, changing, changed }
  public enum Action: CancellableAction {
    case access(CardAccess.Action), change, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .change: "change"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.changed, .action(.leave)), (.changed, .action(.cancel)): return .done(.done)
    case (_, .action(.cancel)):
      return .done(.cancelled, .hands(.forget(state.secret.first)), .hands(.forget(state.secret.second)))
    case (.access(let child), _): return state.reach(child, signal) { $0.go(.creating) }
    case (.creating, .action(.change)): state.go(.changing)
    case (.changing, .reply(.hands(.card(.set)))):
      state.go(.changed)
      return .order(.hands(.forget(state.secret.first)), .hands(.forget(state.secret.second)))
    case (.changing, .reply(.hands(.card(.unfit)))): state.go(.creating, state.secret == .puk ? .unfitPUK : .unfitPIN)
    case (.changing, .reply(.hands(.card(.lost)))), (.changing, .secretsLost): state.go(.creating, .card(.lost))
    case (.changing, .reply(.hands(let news))):
      if let trouble = news.trouble {
        state.interrupt(trouble)
        if state.secret == .pin, trouble.mayBeDone, case .access(var access) = state.stage {
          access.brokeOff = .changing
          state.stage = .access(access)
        }
      }
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .access(let child): CardAccess.awaited(child)
    case .changing: [.hands(.card(.change(state.secret, state.secret.first)))]
    case .creating, .changed: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = state.secret.title
    switch state.stage {
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(title)
    case .creating:
      return Screen(
        title: title, .working, [state.secret.says], state.notice.blocks + state.card.prompt + state.secret.fields,
        choices: [
          Choice(state.secret.title, .change, needs: [.ready(state.secret.first), .ready(state.secret.second)]),
          .cancel,
        ],
        announcement: state.notice?.copy ?? state.secret.says, aside: .card)
    case .changing: return .atCard(.checkingCard, state.card, in: title, choices: [.cancel])
    case .changed:
      return Screen(
        title: title, .hearth, [state.secret.changed], choices: [Choice(.closeCard, .leave, .close)],
        announcement: state.secret.changed)
    }
  }
}

extension CardSecret {
  var first: FieldID {
    switch self {
    case .pin: NewPIN.first
    case .puk: "newPUK"
    case .pairing: "newPairing"
    }
  }
  var second: FieldID { self == .pin ? NewPIN.second : FieldID(rawValue: first.rawValue + "Again") }
  var fields: [Block] {
    switch self {
    case .pin: NewPIN.fields
    case .puk:
      [.digits(first, .newPUK, 12), .field(second, label: .newPUKAgain, hint: .digits(12), .secret(.repeats(first)))]
    case .pairing:
      [
        .field(first, label: .newPairing, .secret(.nonEmpty)),
        .field(second, label: .newPairingAgain, .secret(.repeats(first))),
      ]
    }
  }
  var title: Copy {
    switch self {
    case .pin: Copy("D-36.pin", "Change the PIN")
    case .puk: Copy("D-36.puk", "Change the PUK")
    case .pairing: Copy("D-36.pairing", "Change the pairing password")
    }
  }
  var says: Copy {
    switch self {
    case .pin: Copy("D-09.change", "Choose the card's new PIN: six digits, typed twice.")
    case .puk: Copy("D-12", "Choose the card's new PUK: twelve digits, typed twice. Write it down before you go on.")
    case .pairing:
      Copy(
        "D-14", "Choose the card's new pairing password, typed twice. Computers that are paired already stay paired.")
    }
  }
  var changed: Copy {
    switch self {
    case .pin: Copy("D-36.pin.done", "The card has its new PIN.")
    case .puk: Copy("D-36.puk.done", "The card has its new PUK. The one on your old paper no longer works.")
    case .pairing:
      Copy("D-36.pairing.done", "The card has its new pairing password. You need it on the next new computer.")
    }
  }
}

extension Copy {
  static let newPUK = Copy("D-12.new", "New PUK"), newPUKAgain = Copy("D-12.again", "New PUK, once more")
  static let newPairing = Copy("D-14.new", "New pairing password")
  static let newPairingAgain = Copy("D-14.again", "New pairing password, once more")
}
