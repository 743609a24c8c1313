import FlowKit

/// The first state of a flow that is known only by its name. The code that runs flows opens it to recover the flow's
/// type.
public protocol FlowStart: Sendable {
  associatedtype Begun: Flow
  var state: Begun.State { get }
}

extension FlowStart {
  public var lifetime: Lifetime { Begun.lifetime }
}

/// The first state of a flow, with its type.
public struct FirstState<Begun: Flow>: FlowStart {
  public let state: Begun.State
  public init(_ state: Begun.State) { self.state = state }
}
