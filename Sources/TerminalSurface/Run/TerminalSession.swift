import AccountService
import Flows
import Foundation
import HandsProtocol
import Model
import Runner
import Vocabulary

/// One person's session with the runner in this process: a session without a browser, and its current run.
public struct TerminalSession: Sendable {
  private let runner: Runner
  private let sessions: Sessions
  private let journals: Journals
  public private(set) var session: Session
  private var run = ""
  private let languages: String
  /// `true` if keys can be touched here, so that a flow may offer it.
  private let hasKeys: Bool

  /// The origin of the page that this session replaces. A proof names this origin.
  var origin: String { runner.origin }

  /// Begins an anonymous session.
  ///
  /// - Parameters:
  ///   - languages: The languages that the person reads, as a browser would send them (RFC 9110 §12.5.4).
  ///   - hasKeys: `true` if keys can be touched here.
  public init(
    runner: Runner, sessions: Sessions, languages: String = "", hasKeys: Bool = false
  ) async throws {
    self.runner = runner; self.sessions = sessions; self.languages = languages; self.hasKeys = hasKeys
    journals = Journals(runner: runner)
    session = try await sessions.findOrBegin(nil).session
    session.browser = .terminal
  }

  /// Begins a flow and returns its first screen.
  ///
  /// - Parameters:
  ///   - subject: The key that the flow is about, if it is about one.
  ///   - isInPlace: `true` if what a key gave to a flow before is still here.
  mutating func start(_ flow: FlowName, about subject: KeyID? = nil, isInPlace: Bool = false) async throws -> Answer {
    try await open(
      try await runner.start(
        flow, about: subject, in: session, from: "/", isInPlace: isInPlace, languages: languages))
  }
  /// Continues with a run that a different one led to.
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

  /// Takes over the new session that comes with a sign-in. Choices that take a key are offered only where
  /// one can be touched.
  private mutating func take(_ answer: Answer) async throws -> Answer {
    if let token = answer.token, let signedIn = try await sessions.find(token) { session = signedIn }
    var answer = answer
    if !hasKeys { answer.screen.choices.removeAll(where: \.needsBrowser) }
    return answer
  }
  /// Returns the journal of whoever is signed in; `nil` if there is none yet.
  func journal() async throws -> Journals.Contents? {
    guard let account = session.account else { return nil }
    return try await journals.contents(for: account)
  }
  /// Ends the session, and everything that it opened.
  public func close() async throws { try await runner.signOut(session) }
}
