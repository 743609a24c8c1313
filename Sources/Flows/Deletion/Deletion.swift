import Model
import Vocabulary

/// Deletes the account in seven days, after a touch. Until then, any way in takes it back, on the account's home.
public enum Deletion: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.explaining
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case explaining, touching(Opening.State), deleting }
  public enum Action: CancellableAction {
    case delete, opening(Opening.Action), cancel

    public var actionName: ActionName {
      switch self {
      case .delete: "delete"
      case .opening(let action): .child("opening", action)
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case begun, cancelled
    public var leadsTo: Destination { .account }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.explaining, .action(.delete)): state.touch()
    case (.touching(let child), _):
      let (child, step) = signal.passed(to: Opening.self, child)
      switch step.output {
      case nil: state.stage = .touching(child)
      case .ready: state.go(.deleting)
      case .cancelled: return .done(.cancelled)
      }
      return Transition(orders: step.orders)
    case (.deleting, .reply(.server(.account(.deletionBegun)))): return .done(.begun)
    case (.deleting, .reply(.server(.account(.deletionTooLate)))): state.touch(.tooLate)
    case (.deleting, .reply(.server)): state.go(.explaining, .outage)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .explaining: []
    case .touching(let child): Opening.awaited(child)
    case .deleting: [.server(.account(.delete))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .explaining:
      return Screen(
        title: .deletionTitle, .plain, [.deletionAsks],
        state.notice.blocks + [.facts(Fact.deletion)],
        choices: [Choice(.deleteAccount, .delete, .danger), .cancel], announcement: state.notice?.copy, aside: .deletion
      )
    case .touching(let child): return Opening.screen(child).embedded(Action.opening)
    case .deleting:
      return Screen(
        title: .deletionTitle, .plain, [.deletionAsks], [.progress(.saving)], choices: [.cancel], aside: .deletion)
    }
  }
}

extension Deletion.State: Staged {
  fileprivate mutating func touch(_ notice: Notice? = nil) {
    go(.touching(Opening.State(.deletion, opens: false, notice)))
  }
}
