import Vocabulary

/// A service wants to know who somebody is: asks the person who is signed in, and for a touch where the service takes
/// none from before.
public enum Introduction: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.reading
    var notice: Notice?
    var question: ServiceQuestion?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case reading, asking, touching(Opening.State), allowing, gone }
  public enum Action: CancellableAction {
    case allow, refuse, another, again, opening(Opening.Action), cancel

    public var actionName: ActionName {
      switch self {
      case .allow: "allow"
      case .refuse: "refuse"
      case .another: "another"
      case .again: "again"
      case .opening(let action): .child("opening", action)
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    /// The service may be told now. Cancelled, it is told that the person said no.
    case allowed, cancelled
    /// The person wants to use another account.
    case another
    public var leadsTo: Destination {
      switch self {
      case .allowed: .service
      case .another: .anotherAccount
      case .cancelled: .refusedService
      }
    }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)), (.asking, .action(.refuse)): return .done(.cancelled)
    case (.asking, .action(.another)), (.touching, .action(.another)): return .done(.another)
    case (.reading, .reply(.server(.service(.question(let question))))):
      state.question = question
      if question.isKnown, question.needsTouch { state.touch() } else { state.go(.asking) }
    case (.reading, .reply(.server(.service))): state.go(.gone)
    case (.reading, .reply(.server)): state.go(.gone, .outage)
    case (.gone, .action(.again)): state.go(.reading)
    case (.asking, .action(.allow)):
      if state.question?.needsTouch == true { state.touch() } else { state.go(.allowing) }
    case (.touching(let child), _):
      let (child, step) = signal.passed(to: Opening.self, child)
      switch step.output {
      case nil: state.stage = .touching(child)
      case .ready: state.go(.allowing)
      case .cancelled: return .done(.cancelled)
      }
      return Transition(orders: step.orders)
    case (.allowing, .reply(.server(.service(.allowed)))): return .done(.allowed)
    case (.allowing, .reply(.server(.service(.touchNeeded)))): state.touch(.tooLate)
    case (.allowing, .reply(.server(.service(.notHardware)))): state.touch(.notHardware)
    case (.allowing, .reply(.server(.service))): state.go(.gone)
    case (.allowing, .reply(.server)): state.go(.asking, .outage)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .reading: [.server(.service(.read))]
    case .asking, .gone: []
    case .touching(let child): Opening.awaited(child)
    case .allowing: [.server(.service(.allow))]
    }
  }
}

extension Introduction.State: Staged {
  fileprivate mutating func touch(_ notice: Notice? = nil) {
    question?.needsTouch = true
    go(.touching(Opening.State(.introduction, opens: false, notice)))
  }
}
