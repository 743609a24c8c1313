import HandsProtocol
import Model
import Vocabulary

/// Takes everything along: makes a copy of the journal in these hands, with what opens it. The touch must open the
/// Master Key, which then signs the request: a session alone, or a key that only signs in, gets nothing.
public enum Copying: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, opening(Opening.State), signing, taking(Evidence), making, ready
    /// The touched key signs in, but did not open the Master Key.
    case closed
    /// The account has no journal yet.
    case empty
    /// The account has nothing that would open a copy: a key opens none.
    case unopenable
    case failed
  }
  public enum Action: CancellableAction {
    case opening(Opening.Action), again, makeCode, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .opening(let action): .child("opening", action)
      case .again: "again"
      case .makeCode: "makeCode"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case taken, makeCode, cancelled
    public var leadsTo: Destination { self == .makeCode ? .recoveryCode : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.ready, .action(.leave)), (.ready, .action(.cancel)): return .done(.taken)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.unopenable, .action(.makeCode)): return .done(.makeCode)
    case (.opening(let child), _): return touch(child, signal, &state)
    case (.closed, .action(.again)), (.failed, .action(.again)): state.go(.lookingUp)
    case (.lookingUp, .reply(.server(let news))): begin(news, &state)
    case (.signing, .reply(.hands(.way(.made(let evidence))))): state.go(.taking(evidence))
    case (.taking, .reply(.server(.way(.copyTaken)))): state.go(.making)
    case (.taking, .reply(.server(.way(.tooLate)))): state.go(.lookingUp, .tooLate)
    case (.taking, .reply(.server(.way))): state.go(.failed, .changedMeanwhile)
    case (.taking, .reply(.server)): state.go(.failed, .outage)
    case (.making, .reply(.hands(.way(.shown)))): state.go(.ready)
    case (.signing, .reply(.hands(.way(let news)))), (.making, .reply(.hands(.way(let news)))): hear(news, &state)
    case (.signing, .secretsLost), (.taking, .secretsLost), (.making, .secretsLost): state.go(.lookingUp)
    case (.ready, .secretsLost): state.go(.lookingUp, .copyLost)
    default: break
    }
    return .stay
  }

  private static func begin(_ news: ServerReply, _ state: inout State) {
    guard case .account(.state(let standing)) = news else { return state.go(.failed, .outage) }
    let opening = Stage.opening(Opening.State(.copying, hasCard: standing.hasCard, state.notice))
    state.go(!standing.hasMasterKey ? .empty : standing.opensCopy ? opening : .unopenable)
  }

  private static func touch(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .opening(child)
    case .ready(_, let opened): state.go(opened ? .signing : .closed)
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func hear(_ news: HandsReply.Way, _ state: inout State) {
    switch news {
    case .closed: state.go(.lookingUp)  // the page was loaded anew
    case .refused: state.go(.failed, .tampered)
    default: state.go(.failed)
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .opening(let child): Opening.awaited(child)
    case .signing: [.hands(.way(.signCopy))]
    case .taking(let evidence): [.server(.way(.takeCopy(evidence)))]
    case .making: [.hands(.way(.makeCopy))]
    case .ready, .closed, .empty, .unopenable, .failed: []
    }
  }
}

extension Copying.State: Staged {}

extension AccountState {
  /// `true` if something of the account's opens a copy. A key does not, and practice never counts (G-34).
  fileprivate var opensCopy: Bool { hasCode || hasEscrow || cards.contains { $0.opens && !$0.isRehearsal } }
}
