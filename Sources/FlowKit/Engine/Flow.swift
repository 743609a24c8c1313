/// One conversation with the person, as a value. It consists of three pure functions and contains no clock, no device
/// and no secret.
public protocol Flow {
  associatedtype Words: FlowVocabulary
  associatedtype State: Codable & Hashable & Sendable  // stored between two requests
  associatedtype Action: FlowAction  // the buttons it can put on a screen
  associatedtype Output: Outcome  // what its caller gets at the end

  static var lifetime: Lifetime { get }
  static func reduce(_ state: inout State, _ signal: Signal<Words, Action>) -> Transition<Words, Output>
  /// Returns the effects that this state waits for. The runner compares them with those already running, starts the
  /// missing ones and cancels the rest, so nothing is left running by mistake. Showing a sheet over a stage does not
  /// cancel the stage's effects.
  static func awaited(_ state: State) -> [Effect<Words>]
  static func screen(_ state: State) -> Screen<Words, Action>
}

/// The lifetime of an idle run. A `session` run is rolled back after 30 minutes, while a `durable` run waits for a
/// person who is away for days.
public enum Lifetime: String, Codable, Sendable { case session, durable }

public protocol Outcome: Codable, Hashable, Sendable {
  static var cancelled: Self { get }
  /// `true` if the caller grants something on this output, such as a session. Such an output must be reachable only
  /// with evidence that the server verified.
  var grants: Bool { get }
}
extension Outcome {
  /// `false` by default, because most outputs grant nothing.
  public var grants: Bool { false }
}

/// Everything that can happen to a flow.
public enum Signal<Words: FlowVocabulary, Action: Codable & Hashable & Sendable>: Hashable, Sendable {
  case fill(FieldID, Filled)
  case action(Action)
  case reply(Reply<Words>)
  case secretsLost  // the page was loaded anew: what lay in its memory is gone

  /// Passes the signal to a child flow. An action that does not belong to the child changes nothing.
  public func passed<Child: Flow>(
    to _: Child.Type, _ state: Child.State
  ) -> (state: Child.State, step: Transition<Words, Child.Output>) where Child.Words == Words, Action: FlowAction {
    var state = state
    let step = seen(by: Child.self).map { Child.reduce(&state, $0) }
    return (state, step ?? .stay)
  }

  /// Returns `false` for an action that does not belong to the child.
  public func concerns<Child: Flow>(_: Child.Type) -> Bool where Child.Words == Words, Action: FlowAction {
    seen(by: Child.self) != nil
  }

  /// Returns the same signal as seen by a child flow, or `nil` if the action does not belong to the child.
  private func seen<Child: Flow>(by _: Child.Type) -> Signal<Words, Child.Action>?
  where Child.Words == Words, Action: FlowAction {
    switch self {
    case .fill(let field, let filled): .fill(field, filled)
    case .action(let action): (action.actionName.child as? Child.Action).map(Signal<Words, Child.Action>.action)
    case .reply(let reply): .reply(reply)
    case .secretsLost: .secretsLost
    }
  }
}

/// The results of a step besides the new state: orders that need no reply and, on the last step, the output.
public struct Transition<Words: FlowVocabulary, Output: Hashable & Sendable>: Hashable, Sendable {
  public var orders: [Order<Words>] = []
  public var renew: [Effect<Words>] = []  // awaited before and after, but to be asked again with a fresh challenge
  public var output: Output?

  public init(orders: [Order<Words>] = [], renew: [Effect<Words>] = [], output: Output? = nil) {
    self.orders = orders; self.renew = renew; self.output = output
  }
  public static var stay: Self { Self() }
  public static func order(_ orders: Order<Words>...) -> Self { Self(orders: orders) }
  public static func renew(_ effects: [Effect<Words>]) -> Self { Self(renew: effects) }
  public static func done(_ output: Output, _ orders: Order<Words>...) -> Self { Self(orders: orders, output: output) }
}
