import Vocabulary
import Model

/// Renames a key after a touch. The touch is required because people decide by the name which key to revoke.
public enum Renaming: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var key: KeyID
    public init(of key: KeyID) { self.key = key; stage = .touching(Opening.State(.renaming, opens: false)) }
  }
  enum Stage: Codable, Hashable, Sendable { case touching(Opening.State), naming(String), saving(String) }
  public enum Action: CancellableAction {
    case opening(Opening.Action), save, cancel

    public var actionName: ActionName {
      switch self {
      case .opening(let action): .child("opening", action)
      case .save: "save"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case renamed, cancelled
    public var leadsTo: Destination { .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.touching(let child), _):
      let (child, step) = signal.passed(to: Opening.self, child)
      switch step.output {
      case nil: state.stage = .touching(child)
      case .ready: state.go(.naming(""))
      case .cancelled: return .done(.cancelled)
      }
      return Transition(orders: step.orders)
    case (.naming, .fill("name", .text(let name))): state.stage = .naming(name)
    case (.naming(let name), .action(.save)): state.go(.saving(name))
    case (.saving, .reply(.server(.way(.renamed)))): return .done(.renamed)
    case (.saving, .reply(.server(.way(.tooLate)))):
      state.go(.touching(Opening.State(.renaming, opens: false, .tooLate)))
    case (.saving, .reply(.server(.way(.nameTaken(let free))))): state.go(.naming(free), .nameTaken)
    case (.saving(let name), .reply(.server(let news))):
      state.go(.naming(name), news == .unavailable ? .outage : .changedMeanwhile)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .touching(let child): Opening.awaited(child)
    case .naming: []
    case .saving(let name): [.server(.way(.rename(state.key, name)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .touching(let child): return Opening.screen(child).embedded(Action.opening)
    case .naming(let name):
      return Screen(
        title: .renamingTitle, .working, [.nameThisKey],
        state.notice.blocks + [.field("name", label: .nameThisKey, hint: .nameHint, .text(name))],
        choices: [Choice(.saveName, .save, needs: [.filled("name")]), .cancel], announcement: state.notice?.copy,
        aside: .opening())
    case .saving:
      return Screen(
        title: .renamingTitle, .working, [.saving], [.progress(.saving)], choices: [.cancel], aside: .opening())
    }
  }
}

extension Renaming.State: Staged {}

extension Copy {
  static let renamingTitle = Copy("rename.title", "Rename a key")
  static let saveName = Copy("rename.save", "Save the name")
}
