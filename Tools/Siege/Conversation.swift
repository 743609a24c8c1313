import Demo
import Foundation
import HandsProtocol
import TestSite

/// One run of a flow, as a page without a person's eyes goes through it.
struct Conversation {
  /// Ends a conversation: with what the last answer says about the act that it was to be.
  struct Interrupted: Error { let verdict: Verdict }

  private struct Said: Decodable {
    struct Screen: Decodable {
      struct Choice: Decodable { var action: String }
      var choices: [Choice]
    }
    var revision: Int, screen: Screen, start: [HandsWork], next: String?
  }

  let visitor: Visitor
  private let run: String
  private var said: Said
  private(set) var hands: PaperHands

  /// Starts a flow and opens it.
  init(_ flow: String, about key: String? = nil, by visitor: Visitor, typing words: [String]? = nil) async throws {
    self.visitor = visitor
    hands = try PaperHands(origin: visitor.origin ?? "", typing: words)
    let begun = try await Self.take { try await visitor.submit("/start/\(flow)", key.map { ["key": $0] } ?? [:]) }
    guard let place = begun.header("location"), place.hasPrefix("/flow/") else {
      throw Interrupted(verdict: .refused(begun))
    }
    run = place
    said = try Self.read(try await Self.take { try await visitor.post(place + "/open") })
  }

  /// `true` if the run has ended.
  var isOver: Bool { said.next != nil }
  func offers(_ action: String) -> Bool { said.screen.choices.contains { $0.action == action } }
  var options: String? {
    for case .key(_, let options) in said.start.map(\.task) { return options }
    return nil
  }
  /// The ids of the keys that the ceremony now asked for accepts.
  var asked: [String] {
    let object = options.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    return (object?["allowCredentials"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  mutating func press(_ action: String, _ fields: [String: String] = [:]) async throws {
    // A button's name begins with the part of the flow that has it.
    let name = said.screen.choices.map(\.action).first { $0 == action || $0.hasSuffix("." + action) } ?? action
    let form = fields.merging(["action": name, "revision": "\(said.revision)"]) { _, new in new }
    try await follow { [visitor, run] in try await visitor.submit(run, form) }
  }

  /// Answers the ceremony that is asked for with a key, and returns the id of its credential.
  @discardableResult
  mutating func touch(_ key: DemoAuthenticator) async throws -> String {
    guard let work = said.start.first(where: { if case .key = $0.task { true } else { false } }),
      case .key(let ceremony, let options) = work.task, let origin = visitor.origin
    else { throw SiegeError("No key is asked for.") }
    let isNew = [.create, .register].contains(ceremony)
    let credential =
      try isNew ? key.create(options, origin: origin) : key.get(options, origin: origin)
    guard let credential else { throw SiegeError("Another key is asked for.") }
    try await report(.given(credential: credential), work.ticket)
    return credential.credentialID
  }

  private mutating func report(_ news: HandsMessage.News, _ ticket: Ticket) async throws {
    let text = String(decoding: try JSONEncoder().encode(HandsMessage(ticket, news)), as: UTF8.self)
    try await follow { [visitor, run] in try await visitor.post(run + "/news", text) }
  }

  /// Takes an answer, and has the hands do what it asks of them.
  private mutating func follow(_ request: () async throws -> HTTPAnswer) async throws {
    said = try Self.read(try await Self.take(request))
    for work in said.start {
      guard case .way(let task) = work.task else { continue }
      try await report(.way(try hands.perform(task)), work.ticket)
      return
    }
  }

  private static func take(_ request: () async throws -> HTTPAnswer) async throws -> HTTPAnswer {
    let verdict = await Verdict(request)
    guard case .done(let answer) = verdict else { throw Interrupted(verdict: verdict) }
    return answer
  }
  private static func read(_ answer: HTTPAnswer) throws -> Said {
    try JSONDecoder().decode(Said.self, from: Data(answer.body))
  }
}
