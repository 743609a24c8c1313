import Vocabulary
import HandsProtocol

/// One or several steps of a run as one: what its hands have to do in the end.
struct RunStep {
  var revision: Int
  var screen: Screen<String>
  var orders: [Order]
  var cancel: [Ticket]
  var start: [Ticketed<HandsEffect>]
  var perform: [Ticketed<ServerEffect>]
  var passing: [FieldID: Passing]
  var end: RunEnd?

  init<F: Flow>(_ step: Step<F>) {
    revision = step.revision
    screen = step.screen.embedded(\.name)
    orders = step.orders; cancel = step.cancel; start = step.start; perform = step.perform; passing = step.passing
    end = step.output.map { RunEnd(grants: $0.grants, leadsTo: $0.leadsTo) }
  }

  mutating func append(_ next: RunStep) {
    let both = HandsTodo(start: start, cancel: cancel).followed(by: HandsTodo(start: next.start, cancel: next.cancel)) { $0.ticket }
    (start, cancel) = (both.start, both.cancel)
    orders += next.orders
    perform += next.perform
    passing.merge(next.passing) { $1 }
    revision = next.revision; screen = next.screen; end = next.end ?? end
  }
}

/// How a run ended.
public struct RunEnd: Hashable, Sendable {
  public var grants: Bool
  public var leadsTo: Destination
}
