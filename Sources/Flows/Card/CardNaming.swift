import Vocabulary
import HandsProtocol

/// Gives a card a name in the card's own metadata, so that a person can distinguish cards. Other programs' metadata
/// entries are kept.
public enum CardNaming: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage = Stage.access(CardAccess.State(.initialized))
    var notice: Notice?
    var card: CardFacts?
    var name = ""
    public init() {}
    var policy: CardAccess.Policy { .initialized }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  enum Stage: Codable, Hashable, Sendable { case access(CardAccess.State), naming, saving, named }
  public enum Action: CancellableAction {
    case access(CardAccess.Action), save, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .save: "save"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  /// The maximum length of a name. The card's format has room for 20 bytes of UTF-8.
  static let room = 20

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.named, .action): return .done(.done)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.access(let child), _):
      return state.reach(child, signal) { state in
        if state.name.isEmpty { state.name = state.card?.name ?? "" }
        state.go(.naming)
      }
    case (.naming, .fill("name", .text(let name))): state.name = name
    case (.naming, .action(.save)):
      if state.name.utf8.count <= room { state.go(.saving) } else { state.go(.naming, .nameTooLong) }
    case (.saving, .reply(.hands(.card(.named)))): state.go(.named)
    case (.saving, .reply(.hands(let news))): if let trouble = news.trouble { state.interrupt(trouble) }
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .access(let child): CardAccess.awaited(child)
    case .saving: [.hands(.card(.name(state.name)))]
    case .naming, .named: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.cardNamingTitle
    switch state.stage {
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(title)
    case .naming:
      return Screen(
        title: title, .working, [.nameThisCard],
        state.notice.blocks + state.card.prompt + [
          .field("name", label: .cardName, hint: .cardNameHint, .text(state.name))
        ],
        choices: [Choice(.saveName, .save, needs: [.filled("name")]), .cancel],
        announcement: state.notice?.copy ?? .nameThisCard, aside: .card)
    case .saving: return .atCard(.saving, state.card, in: title, choices: [.cancel])
    case .named:
      return Screen(
        title: title, .hearth, [.cardIsNamed], choices: [Choice(.closeCard, .leave, .close)], announcement: .cardIsNamed
      )
    }
  }
}

extension Copy {
  static let cardNamingTitle = Copy("card.name.title", "Name your card")
  static let nameThisCard = Copy("card.name.says", "The name is written on the card itself, and shown before the PIN.")
  static let cardNameHint = Copy("card.name.hint", "e.g. blue spare")
  static let cardIsNamed = Copy("card.name.done", "The card has its name.")
}
