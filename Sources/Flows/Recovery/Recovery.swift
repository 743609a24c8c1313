import Vocabulary
import HandsProtocol
import Model

/// Recovers the account of a person who has lost every key. Twelve words open the Master Key in this page, and a new
/// primary key and a new code replace the old ones in one step. A-69…A-78, G-08, G-28, G-33, WRAPS §5 "Recover".
public enum Recovery: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.entering
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case entering, restoring(Restoring.State), failed }
  public enum Action: CancellableAction {
    case restore, tryAgain, restoring(Restoring.Action), cancel

    public var actionName: ActionName {
      switch self {
      case .restore: "restore"
      case .tryAgain: "tryAgain"
      case .restoring(let action): .child("restoring", action)
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case recovered, cancelled
    public var grants: Bool { self == .recovered }
    public var leadsTo: Destination { self == .recovered ? .comingBack : .origin }
  }

  static let words: FieldID = "words"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(words)))
    case (.restoring(let child), _): return restore(child, signal, &state)
    case (.entering, .action(.restore)): state.go(.restoring(Restoring.State(.words(words))))
    case (.failed, .action(.tryAgain)): state.go(.entering)
    default: break
    }
    return .stay
  }

  private static func restore(_ child: Restoring.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: Restoring.self, child)
    switch step.output {
    case nil: state.stage = .restoring(child)
    case .recovered: return .done(.recovered, .hands(.forget(words)))
    case .unknown: state.go(.failed)
    case .again: state.go(.entering, child.notice)
    case .cancelled: return .done(.cancelled, .hands(.forget(words)))
    }
    return Transition(orders: step.orders, renew: step.renew)
  }

  public static func awaited(_ state: State) -> [Effect] {
    if case .restoring(let child) = state.stage { Restoring.awaited(child) } else { [] }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .entering:
      return Screen(
        title: .recoveryTitle, .plain, [.typeYourWords, .entryRestores], state.notice.blocks + [.wordEntry(words)],
        choices: [Choice(.restore, .restore, needs: [.ready(words)]), .cancel], announcement: state.notice?.copy,
        aside: .wordEntry)
    case .restoring(let child): return Restoring.screen(child).embedded(Action.restoring)
    case .failed:
      return Screen(
        title: .recoveryTitle, .plain, [.wordsDontOpen, .checkTheWords, .cannotRecover, .otherWaysThereAre],
        choices: [Choice(.tryWordsAgain, .tryAgain), .cancel], announcement: .wordsDontOpen, aside: .wordsFailed)
    }
  }
}

extension Recovery.State: Staged {}
