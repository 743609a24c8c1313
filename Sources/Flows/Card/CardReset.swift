import Vocabulary

/// Erases a card and then leads on to restoring its account. D-04, D-50, D-51, D-56.
public enum CardReset: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.access(CardAccess.State(.reset))
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case access(CardAccess.State), empty(isErased: Bool) }
  public enum Action: CancellableAction {
    case access(CardAccess.Action), putBack, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .putBack: "putBack"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.empty, .action(.putBack)): return .done(.startBackup)
    case (.empty, .action): return .done(.done)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.access(let child), _):
      let wasSetUp = child.card.map { $0.contents != .blank } ?? false
      let (child, step) = signal.passed(to: CardAccess.self, child)
      switch step.output {
      case nil: state.stage = .access(child)
      case .blank: state.go(.empty(isErased: wasSetUp))
      case .toBackup: return .done(.startBackup)
      case .ready, .noAccount, .notFrozen, .cancelled: return .done(.cancelled)
      }
      return Transition(orders: step.orders)
    default: return .stay
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    if case .access(let child) = state.stage { CardAccess.awaited(child) } else { [] }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(.resetTitle)
    case .empty(let isErased):
      let says = isErased ? Copy.cardEmptied : .cardWasEmpty
      return Screen(
        title: .resetTitle, .plain, [says],
        choices: [Choice(.restoreFromBackup, .putBack), Choice(.closeCard, .leave, .close)],
        announcement: says, aside: isErased ? .erasing : .card)
    }
  }
}

extension CardReset.State: Staged {}

extension Copy {
  static let resetTitle = Copy("D-50.title", "Erase a card")
  static let cardWasEmpty = Copy("D-50.empty", "This card is empty already: there was nothing to erase on it.")
}
