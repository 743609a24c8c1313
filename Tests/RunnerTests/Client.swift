import CeremonyService
import Demo
import Flows
import Foundation
import HandsProtocol
import Model
import Passwords
import Store
import TestPostgreSQL
import TestSite
import Vocabulary

@testable import AccountService
@testable import Runner

/// A browser's session without a browser: a runner with an in-memory store, an adjustable clock and a simulated key. Each
/// write is performed twice, because one whose transaction is lost may be.
struct Client {
  static let origin = "https://latchstring.example"
  let store: any Store
  let clock = TestClock()
  let runner: Runner
  let sessions: Sessions
  /// The key that the person holds.
  var key = DemoAuthenticator()
  var hands = Hands()
  /// The card in the reader.
  var card: PlayedCard?
  /// The hands' reports about the Master Key, in order.
  private(set) var reports: [WayNews] = []
  /// The name of an effect before which the hands pause; the effect remains in `answer`.
  var pausesAt: String?
  var session: Session
  var run = ""
  var answer: Answer?

  private static func emptyStore() throws -> any Store {
    let kind = DatabaseKind.current
    return try kind == .sqlite ? RepeatingStore() : kind.makeStore()
  }

  init(store: (any Store)? = nil, site change: (inout Site) -> Void = { _ in }) async throws {
    let clock = clock
    self.store = try store ?? Self.emptyStore()
    let environment = ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes)
    runner = try await Self.runner(self.store, environment, change)
    sessions = Sessions(runner: runner)
    session = try await sessions.begin().1
  }

  static func runner(
    _ store: any Store, _ environment: ServerEnvironment, _ change: (inout Site) -> Void = { _ in }
  ) async throws -> Runner {
    var site = Site(rpID: "latchstring.example", rpName: "Latchstring", origins: [origin], prfSalt: [])
    change(&site)
    guard let hashing = PasswordHashing(cost: Argon2id(operations: 1, memory: 8 << 20)) else { throw TestSiteError() }
    return Runner(
      store: store, environment: environment, hashing: hashing,
      ceremonies: Ceremonies(site: site, environment: environment))
  }

  mutating func start(_ flow: FlowName, about subject: KeyID? = nil) async throws {
    try await load(try await runner.start(flow, about: subject, in: session, from: "/lab"))
  }
  /// Starts a run in the document that is there, with its memory.
  mutating func startInPlace(_ flow: FlowName) async throws {
    run = try await runner.start(flow, in: session, from: "/account", isInPlace: true)
    answer = try await runner.open(run, in: session)
    try await follow()
  }
  /// Loads a run's page, with empty memory.
  mutating func load(_ run: String) async throws {
    self.run = run
    hands.forget()
    answer = try await runner.open(run, in: session)
    try await follow()
  }
  /// Follows a finished run to where it leads.
  mutating func goOn() async throws {
    guard let next = answer?.next, next.hasPrefix("/flow/") else { throw TestSiteError() }
    try await load(String(next.dropFirst("/flow/".count)))
  }
  /// Follows a finished run to where it leads, in the document that is there.
  mutating func goOnInPlace() async throws {
    guard let next = answer?.next, next.hasPrefix("/flow/") else { throw TestSiteError() }
    run = String(next.dropFirst("/flow/".count))
    answer = try await runner.open(run, in: session)
    try await follow()
  }
  mutating func press(_ action: String, _ fields: [String: String] = [:]) async throws {
    answer = try await runner.press(action, fields: fields, revision: answer?.revision ?? -1, run, in: session)
    try await follow()
  }
  /// Answers the only pending key request with the key in hand.
  mutating func touch(_ spoiling: DemoAuthenticator.Spoiling = .none) async throws {
    guard let work = answer?.start.last(where: { $0.options != nil }), let options = work.options else {
      throw TestSiteError()
    }
    let isNew = ["key.register", "key.create"].contains(work.effect)
    do {
      try await give(
        isNew
          ? key.create(options, origin: Self.origin, spoiling: spoiling)
          : key.get(options, origin: Self.origin, spoiling: spoiling),
        for: work.ticket)
    } catch DemoAuthenticator.Failure.excluded { try await report(.fault(.alreadyEnrolled), for: work.ticket) }
  }
  /// Sends the result of a ceremony, as a page does.
  mutating func give(_ credential: String?, for ticket: Ticket) async throws {
    try await report(
      try credential.map { .given(credential: try hands.remember($0)) } ?? .fault(.dismissed), for: ticket)
  }
  /// Sends any news from the hands in its encoded form.
  mutating func report(_ news: HandsMessage.News, for ticket: Ticket) async throws {
    let sent = try JSONDecoder().decode(HandsMessage.self, from: JSONEncoder().encode(HandsMessage(ticket, news)))
    answer = try await runner.report(sent, run, in: session)
    try await follow()
  }

  /// Returns `true` if the card had an answer.
  private mutating func obey(_ work: HandsWork) async throws -> Bool {
    guard work.effect != pausesAt, let reply = try card?.answer(work, &hands) else { return false }
    try await report(.card(reply.card, made: reply.made), for: work.ticket)
    return true
  }

  /// Stores the cookie that a sign-in sets, and has the hands perform the requested work with the Master Key.
  private mutating func follow() async throws {
    if let token = answer?.token, let renewed = try await sessions.find(token) { session = renewed }
    // A card's own secrets are not these hands'.
    if answer?.orders.contains(.forget("words")) == true { hands.forgetWords() }
    if answer?.orders.contains(.forget("code")) == true { hands.forget() }
    if let order = answer?.start.first(where: { $0.card != nil }), try await obey(order) { return }
    guard let work = answer?.start.first(where: { $0.way != nil }), work.effect != pausesAt else { return }
    try await perform(work)
  }
  /// Has the hands perform an effect, and reports the result to the server.
  mutating func perform(_ work: HandsWork) async throws {
    let news = try hands.perform(work)
    reports.append(news)
    try await report(.way(news), for: work.ticket)
  }
  /// Continues after a pause.
  mutating func resume() async throws {
    pausesAt = nil
    guard let work = answer?.start.first(where: { $0.way != nil }) else { throw TestSiteError() }
    try await perform(work)
  }

  mutating func register(_ name: String) async throws {
    try await start(.registration)
    try await press("register", ["username": name])
    try await touch()
  }
  mutating func signIn(_ spoiling: DemoAuthenticator.Spoiling = .none) async throws {
    try await start(.passkeyOnly)
    try await press("signIn")
    try await touch(spoiling)
  }
  /// The actions that the screen offers.
  var choices: [String] { answer?.screen.choices.map(\.action) ?? [] }
  mutating func signOut() async throws {
    try await runner.signOut(session)
    session = try await sessions.begin().1
  }
  var banner: String? {
    answer?.screen.blocks.lazy.compactMap { if case .banner(let copy, _) = $0 { copy.id } else { nil } }.first
  }
  func events() async throws -> [AuditEvent] {
    guard let account = session.account else { return [] }
    return try await store.read { try $0.entries(of: account).map(\.event) }
  }
}
