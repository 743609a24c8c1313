import AccountService
import Flows
import Foundation
import HandsProtocol
import Model
import Runner
import Vocabulary

/// One person at the runner, in this process: a session without a browser, and the run that goes on in it.
public struct TerminalSession: Sendable {
  private let runner: Runner
  private let sessions: Sessions
  public private(set) var session: Session
  private var run = ""
  private let languages: String

  /// The page that this stands in for; a proof names it.
  var origin: String { runner.origin }

  /// Begins an anonymous session.
  ///
  /// - Parameter languages: What the person reads, as a browser would say it (RFC 9110 §12.5.4).
  public init(runner: Runner, sessions: Sessions, languages: String = "") async throws {
    self.runner = runner; self.sessions = sessions; self.languages = languages
    session = try await sessions.findOrBegin(nil).session
    session.browser = .terminal
  }

  /// Begins a flow and gives its first screen.
  mutating func start(_ flow: FlowName) async throws -> Answer {
    try await open(try await runner.start(flow, in: session, from: "/", languages: languages))
  }
  /// Goes on with a run that another one led to.
  mutating func open(_ run: String) async throws -> Answer {
    self.run = run
    return try await take(try await runner.open(run, in: session))
  }
  mutating func press(_ action: String, _ form: [String: String], at revision: Int) async throws -> Answer {
    try await take(try await runner.press(action, fields: form, revision: revision, run, in: session))
  }
  mutating func back(at revision: Int) async throws -> Answer {
    try await take(try await runner.back(revision: revision, run, in: session))
  }
  mutating func report(_ message: HandsMessage) async throws -> Answer {
    try await take(try await runner.report(message, run, in: session))
  }

  /// A sign-in brings a session of its own. What only a browser can do is not offered here.
  private mutating func take(_ answer: Answer) async throws -> Answer {
    if let token = answer.token, let signedIn = try await sessions.find(token) { session = signedIn }
    var answer = answer
    answer.screen.choices.removeAll(where: \.needsBrowser)
    return answer
  }
  /// Ends the session, and with it everything that it opened.
  public func close() async throws { try await runner.signOut(session) }
}
