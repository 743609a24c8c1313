import Flows
import Foundation
import HandsProtocol
import Vocabulary

/// A run with its flow's types erased, limited to what the runner needs from any flow.
protocol LiveRun {
  var screen: Screen<String> { get }
  var revision: Int { get }
  /// The server effects that were begun but not yet answered.
  var unsettled: [Ticketed<ServerEffect>] { get }
  mutating func open() -> RunStep
  mutating func press(named action: String, with fields: [String: String], at revision: Int) throws(Refusal) -> RunStep
  mutating func back(at revision: Int) throws(Refusal) -> RunStep
  mutating func report(_ news: HandsReply, for ticket: Ticket) throws(Refusal) -> RunStep
  mutating func settle(_ news: ServerReply, for ticket: Ticket) throws(Refusal) -> RunStep
  mutating func lapse() -> RunStep
  func encoded() throws -> String
}

extension FlowName {
  func start(in circumstances: Circumstances) -> any LiveRun { listing(in: circumstances).first.begun() }
  func resume(_ text: String) throws -> any LiveRun { try listing(in: Circumstances()).first.resumed(text) }
}

extension FlowStart {
  fileprivate func begun() -> any LiveRun { LiveConversation<Begun>(state) }
  fileprivate func resumed(_ text: String) throws -> any LiveRun { try LiveConversation<Begun>(decoding: text) }
}

private struct LiveConversation<F: Flow>: LiveRun {
  private var conversation: Conversation<F>

  init(_ start: F.State) { conversation = Conversation(start) }
  init(decoding text: String) throws {
    conversation = try JSONDecoder().decode(Conversation<F>.self, from: Data(text.utf8))
  }
  func encoded() throws -> String { String(decoding: try JSONEncoder().encode(conversation), as: UTF8.self) }

  var screen: Screen<String> { conversation.screen.embedded(\.name) }
  var revision: Int { conversation.revision }
  var unsettled: [Ticketed<ServerEffect>] {
    conversation.outstanding.compactMap { ticket, effect in
      if case .server(let work) = effect { Ticketed(ticket: ticket, work: work) } else { nil }
    }
  }

  mutating func open() -> RunStep { RunStep(conversation.open()) }
  mutating func press(
    named action: String, with fields: [String: String], at revision: Int
  ) throws(Refusal) -> RunStep {
    RunStep(try conversation.press(named: action, with: fields, at: revision))
  }
  mutating func back(at revision: Int) throws(Refusal) -> RunStep { RunStep(try conversation.back(at: revision)) }
  mutating func report(_ news: HandsReply, for ticket: Ticket) throws(Refusal) -> RunStep {
    RunStep(try conversation.report(news, for: ticket))
  }
  mutating func settle(_ news: ServerReply, for ticket: Ticket) throws(Refusal) -> RunStep {
    RunStep(try conversation.settle(news, for: ticket))
  }
  mutating func lapse() -> RunStep { RunStep(conversation.lapse()) }
}

/// One or more steps of a run combined into one, with the net work for the hands.
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
    let both = HandsTodo(start: start, cancel: cancel).followed(by: HandsTodo(start: next.start, cancel: next.cancel)) {
      $0.ticket
    }
    (start, cancel) = (both.start, both.cancel)
    orders += next.orders
    perform += next.perform
    passing.merge(next.passing) { $1 }
    revision = next.revision; screen = next.screen; end = next.end ?? end
  }
}

/// The result of a run that has ended.
public struct RunEnd: Hashable, Sendable {
  public var grants: Bool
  public var leadsTo: Destination
}

/// The work that the hands should begin and call off. If work was begun and called off over several steps before the
/// hands heard of it, it is never mentioned to them.
struct HandsTodo<Work> {
  var start: [Work]
  var cancel: [Ticket]

  func followed(by next: HandsTodo, ticket: (Work) -> Ticket) -> HandsTodo {
    let unheard = Set(next.cancel).intersection(start.map(ticket))
    return HandsTodo(
      start: start.filter { !unheard.contains(ticket($0)) } + next.start,
      cancel: cancel + next.cancel.filter { !unheard.contains($0) })
  }
}
