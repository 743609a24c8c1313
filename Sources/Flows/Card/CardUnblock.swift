import Vocabulary
import HandsProtocol

/// Opens a frozen card with its PUK and gives it a new PIN. D-02, D-03, D-49…D-54, G-10.
public enum CardUnblock: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.access(CardAccess.State(.frozen))
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case access(CardAccess.State), notFrozen(CardTries), unfrozen }
  public enum Action: CancellableAction {
    case access(CardAccess.Action), leave, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = CardOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.unfrozen, .action): return .done(.done)
    case (_, .action(.cancel)), (.notFrozen, .action(.leave)): return .done(.cancelled)
    case (.access(let child), _):
      let (child, step) = signal.passed(to: CardAccess.self, child)
      switch step.output {
      case nil: state.stage = .access(child)
      case .ready: state.go(.unfrozen)
      case .notFrozen(let tries): state.go(.notFrozen(tries))
      case .toBackup: return .done(.startBackup)
      case .blank, .noAccount, .cancelled: return .done(.cancelled)
      }
      return Transition(orders: step.orders)
    default: return .stay
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    if case .access(let child) = state.stage { CardAccess.awaited(child) } else { [] }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.unblockTitle, close = Choice<Action>(.closeCard, .leave, .close)
    switch state.stage {
    case .access(let child): return CardAccess.screen(child).embedded(Action.access).titled(title)
    case .notFrozen(let tries):
      return Screen(
        title: title, .working, [.notFrozen, .triesLeft(tries.pin)], choices: [close], announcement: .notFrozen,
        aside: .card)
    case .unfrozen: return Screen(title: title, .hearth, [.unfrozen], choices: [close], announcement: .unfrozen)
    }
  }
}

extension CardUnblock.State: Staged {}

extension Copy {
  static let unblockTitle = Copy("D-50", "Unfreeze a card")
  static let notFrozen = Copy(
    "D-47.not", "This card is not frozen: its PIN still works. The PUK is only taken when no try is left.")
  static let unfrozen = Copy("G-10", "The card is open again, with its new PIN.")
}
