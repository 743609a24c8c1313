import Vocabulary
import Foundation
import HandsProtocol

/// A run whose flow's types are put aside: what the runner needs of any flow.
protocol LiveRun {
  var screen: Screen<String> { get }
  var revision: Int { get }
  /// Effects of the server that were begun and not answered.
  var unsettled: [Ticketed<ServerEffect>] { get }
  mutating func open() -> RunStep
  mutating func press(named action: String, with fields: [String: String], at revision: Int) throws(Refusal) -> RunStep
  mutating func back(at revision: Int) throws(Refusal) -> RunStep
  mutating func report(_ news: HandsReply, for ticket: Ticket) throws(Refusal) -> RunStep
  mutating func settle(_ news: ServerReply, for ticket: Ticket) throws(Refusal) -> RunStep
  mutating func lapse() -> RunStep
  func encoded() throws -> String
}

struct LiveConversation<F: Flow>: LiveRun {
  private var conversation: Conversation<F>

  init(_ start: F.State) { conversation = Conversation(start) }
  init(decoding text: String) throws { conversation = try JSONDecoder().decode(Conversation<F>.self, from: Data(text.utf8)) }
  func encoded() throws -> String { String(decoding: try JSONEncoder().encode(conversation), as: UTF8.self) }

  var screen: Screen<String> { conversation.screen.embedded(\.name) }
  var revision: Int { conversation.revision }
  var unsettled: [Ticketed<ServerEffect>] {
    conversation.outstanding.compactMap { ticket, effect in if case .server(let work) = effect { Ticketed(ticket: ticket, work: work) } else { nil } }
  }

  mutating func open() -> RunStep { RunStep(conversation.open()) }
  mutating func press(named action: String, with fields: [String: String], at revision: Int) throws(Refusal) -> RunStep {
    RunStep(try conversation.press(named: action, with: fields, at: revision))
  }
  mutating func back(at revision: Int) throws(Refusal) -> RunStep { RunStep(try conversation.back(at: revision)) }
  mutating func report(_ news: HandsReply, for ticket: Ticket) throws(Refusal) -> RunStep { RunStep(try conversation.report(news, for: ticket)) }
  mutating func settle(_ news: ServerReply, for ticket: Ticket) throws(Refusal) -> RunStep { RunStep(try conversation.settle(news, for: ticket)) }
  mutating func lapse() -> RunStep { RunStep(conversation.lapse()) }
}
