import FlowKit
import Foundation
import Model
import Store
import TestSite

@testable import Runner

/// A runner with a store in memory, a clock that can be moved and a pretended key: one browser's session without a browser.
struct Desk {
  static let origin = "https://latchstring.example"
  let store: any Store
  let clock = TestClock()
  let runner: Runner
  let sessions: Sessions
  let key = DemoAuthenticator()
  var session: Session
  var run = ""
  var answer: Answer?

  init(store: (any Store)? = nil, site change: (inout Site) -> Void = { _ in }) async throws {
    let clock = clock
    self.store = try store ?? SQLiteStore()
    let surroundings = Surroundings(now: { clock.now }, randomBytes: Surroundings.live.randomBytes)
    sessions = Sessions(store: self.store, surroundings: surroundings)
    runner = try await Self.runner(self.store, surroundings, change)
    session = try await sessions.begin().1
  }

  static func runner(_ store: any Store, _ surroundings: Surroundings, _ change: (inout Site) -> Void = { _ in }) async throws -> Runner {
    var site = Site(rpID: "latchstring.example", rpName: "Latchstring", origins: [origin], prfSalt: [])
    change(&site)
    guard let hashing = PasswordHashing(cost: Argon2id(operations: 1, memory: 8 << 20)) else { throw TestSiteError() }
    return Runner(store: store, surroundings: surroundings, hashing: hashing, ceremonies: Ceremonies(site: site, surroundings: surroundings))
  }

  mutating func start(_ flow: FlowName) async throws {
    run = try await runner.start(flow, in: session, from: "/lab")
    answer = try await runner.open(run, in: session)
  }
  mutating func press(_ action: String, _ fields: [String: String] = [:]) async throws {
    answer = try await runner.press(action, fields: fields, revision: answer?.revision ?? -1, run, in: session)
    try await follow()
  }
  /// Answers the one thing that is asked of the hands, with the pretended key.
  mutating func touch(_ spoiling: DemoAuthenticator.Spoiling = .none) async throws {
    guard let work = answer?.start.last, let options = work.options else { throw TestSiteError() }
    let credential =
      try work.effect == "key.register"
      ? key.create(options, origin: Self.origin, spoiling: spoiling) : key.get(options, origin: Self.origin, spoiling: spoiling)
    try await give(credential, for: work.ticket)
  }
  mutating func give(_ credential: String?, for ticket: Ticket) async throws {
    var message: [String: Any] = ["ticket": ticket.rawValue, "reply": credential == nil ? "key.fault" : "key.given"]
    message[credential == nil ? "fault" : "credential"] = credential ?? "dismissed"
    let decoded = try JSONDecoder().decode(HandsMessage.self, from: JSONSerialization.data(withJSONObject: message))
    answer = try await runner.report(decoded, run, in: session)
    try await follow()
  }
  /// The cookie that a sign-in brings.
  private mutating func follow() async throws {
    if let token = answer?.token, let renewed = try await sessions.find(token) { session = renewed }
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
