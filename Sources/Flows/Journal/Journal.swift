import Vocabulary
import Model

/// Opens the journal and the peer history, which the Master Key protects. The flow only opens the Master Key. The hands
/// read and write the contents, and what was said of where the person's things lie.
public enum Journal: Flow {
  public static let lifetime = Lifetime.session
  public enum State: Codable, Hashable, Sendable {
    /// - Parameter isForThings: `true` if the journal is opened for the room in which somebody says where their things
    ///   lie, and is not shown itself.
    case opening(Opening.State, isForThings: Bool)
    case open
    case cannotOpen(isForThings: Bool)
    /// - Parameter recalls: `true` if the hands may still have what the key gave that signed in.
    public init(recalls: Bool = false, isForThings: Bool = false) {
      self = .opening(Opening.State(.journal, recalls: recalls), isForThings: isForThings)
    }
  }
  public enum Action: FlowAction {
    case opening(Opening.Action), again, things, close

    public var actionName: ActionName {
      switch self {
      case .opening(let action): .child("opening", action)
      case .again: "again"
      case .things: "things"
      case .close: "close"
      }
    }
  }
  public enum Output: Outcome {
    case things, cancelled
    public var leadsTo: Destination { self == .things ? .things : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state, signal) {
    case (_, .action(.close)): return .done(.cancelled)
    case (.open, .action(.things)): return .done(.things)
    case (.opening(let child, let isForThings), _):
      let (child, step) = signal.passed(to: Opening.self, child)
      switch step.output {
      case nil: state = .opening(child, isForThings: isForThings)
      case .ready(_, opened: true) where isForThings: return Transition(orders: step.orders, output: .things)
      case .ready(_, opened: true): state = .open
      case .ready(_, opened: false): state = .cannotOpen(isForThings: isForThings)
      case .cancelled: return .done(.cancelled)
      }
      return Transition(orders: step.orders)
    case (.cannotOpen(let isForThings), .action(.again)): state = Self.State(isForThings: isForThings)
    case (.open, .secretsLost): state = Self.State()
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    if case .opening(let child, _) = state { Opening.awaited(child) } else { [] }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let close = Choice<Action>(.closeJournal, .close, .cancel)
    switch state {
    case .opening(let child, _): return Opening.screen(child).embedded(Action.opening)
    case .open:
      return Screen(
        title: .journalTitle, .working, [.journalIsOpen], [.journal],
        choices: [Choice(.whereThingsLie, .things, .outline), close], aside: .journal)
    case .cannotOpen:
      return Screen(
        title: .journalTitle, .plain, [.keyCannotOpen], choices: [Choice(.useAnotherKey, .again), close],
        aside: .journal)
    }
  }
}

extension Copy {
  static let journalTitle = Copy("journal.title", "Journal")
  static let journalIsOpen = Copy(
    "journal", "Your journal is open in this page, and nowhere else.",
    inTerminal: "Your journal is open in this terminal, and nowhere else.")
  static let whereThingsLie = Copy("journal.things", "Where your things lie")
  static let closeJournal = Copy("journal.close", "Close")
}

extension Aside {
  static let journal = Aside(
    whatStepMeans,
    [
      (
        Copy("journal.1", "What you write here"),
        Copy(
          "journal.1t",
          "It is encrypted in this page. We store what comes out and can't read it.")
      ),
      (
        Copy("G-30", "Your people and providers"),
        Copy(
          "G-30.t",
          "Whom you gave a kit, who holds a part of the way back: your peer history. It is kept the same way.")
      ),
      (
        Copy("journal.3", "When you close it"),
        Copy("journal.3t", "What opened it is forgotten. A touch of a key opens it again.")
      ),
    ])
}
