import Crypto
import Encoding
import Foundation
import Model

/// The sessions of browsers and terminals, which identify the sender of a request.
public struct Sessions: Sendable {
  /// The minimum interval between two recorded visits, so that reading a page does not always cause a write.
  private static let noteEvery: TimeInterval = 60

  let store: any Store
  let environment: ServerEnvironment
  let lifetime: SessionLifetime
  let visitors: Visitors

  /// Creates a service for the sessions in a store.
  ///
  /// - Parameter durableFlows: The names of the flows whose runs are kept as long as their session.
  package init(store: any Store, environment: ServerEnvironment, lifetime: SessionLifetime, durableFlows: [String]) {
    self.store = store; self.environment = environment; self.lifetime = lifetime
    visitors = Visitors(durableFlows: durableFlows)
  }

  /// How long a browser should keep a session's cookie, in seconds.
  public var cookieLifetime: Int { Int(lifetime.cookie) }
  /// Returns the number of days for which a browser keeps its cookie if a session may live for `days`.
  public static func browserDays(of days: Int) -> Int { Int(SessionLifetime(days: days).cookie) / 86_400 }
  /// The number of days after sign-in when a session ends, regardless of use.
  public var days: Int { Int(lifetime.longest) / 86_400 }

  /// Returns the session that a cookie belongs to, or `nil` if there is no such session or it has ended.
  public func find(_ token: SessionToken?) async throws -> Session? {
    guard let token else { return nil }
    let now = environment.now()
    let found = try await store.read { records in
      try records.session(token.id).flatMap { try living($0, at: now, records) }
    }
    guard var session = found else { return nil }
    if now.timeIntervalSince(session.seenAt) > Self.noteEvery {
      session.seenAt = now
      let noted = session
      try await store.write { try $0.update(noted) }
    }
    return session
  }

  /// Returns how long a browser should keep the cookie of a session that waits until `end`, in seconds. The result is
  /// at least an hour, as for a visitor who is present.
  public func cookieLifetime(until end: Date) -> Int {
    Int(max(SessionLifetime.anonymous, end.timeIntervalSince(environment.now())))
  }

  /// Returns how long a browser should keep the cookie of a session that has just signed in. The time is longer if a
  /// run in the session is waiting.
  public func cookieLifetime(of token: SessionToken) async throws -> Int {
    let now = environment.now(), kept = try await store.read { try $0.runs(of: token.id).compactMap(\.keptUntil) }
    return kept.filter { $0 > now }.max().map { max(cookieLifetime, cookieLifetime(until: $0)) } ?? cookieLifetime
  }

  /// Returns the session that a cookie belongs to, or a new session with the token for its cookie.
  ///
  /// - Parameter address: The network address of the request, whose number of sessions is limited; `nil` if its
  ///   sessions are not counted.
  public func findOrBegin(_ token: SessionToken?, from address: NetworkAddress? = nil) async throws -> (
    session: Session, new: SessionToken?
  ) {
    if let session = try await find(token) { return (session, nil) }
    let (token, session) = try await begin(from: address)
    return (session, token)
  }

  /// Returns the session as it is now, or `nil` if it has ended.
  private func living(_ session: Session, at now: Date, _ records: any Records) throws -> Session? {
    guard lifetime.isOver(session, at: now) else { return session }
    guard try records.runs(of: session.id).contains(where: { $0.isKept(at: now) }) else { return nil }
    var session = session
    session.endSignIn()  // what waits in it for somebody who is away is not over
    return session
  }

  /// Begins a new, anonymous session.
  func begin(from address: NetworkAddress? = nil) async throws -> (SessionToken, Session) {
    try await store.write { try begin(from: address, $0) }
  }

  func begin(from address: NetworkAddress?, _ records: any Records) throws -> (SessionToken, Session) {
    let token = SessionToken(randomBytes: environment.randomBytes(32)), now = environment.now()
    let session = Session(id: token.id, createdAt: now, seenAt: now)
    if let address { try visitors.admit(session, from: address, records) }
    try records.insert(session)
    return (token, session)
  }

  /// Returns the visit of a caller as it is now, with what the caller says about itself; `nil` if it has ended.
  package func visit(_ visit: Visit?, of caller: Caller, _ records: any Records) throws -> Visit? {
    guard var visit, let session = try living(visit.session, at: environment.now(), records) else { return nil }
    visit.session = session
    (visit.session.browser, visit.session.address) = (caller.browser, caller.address)
    return visit
  }

  /// Returns a caller's visit, or that of a new session with the token for its cookie, in a transaction that goes on.
  package func visitOrBegin(_ caller: Caller, _ records: any Records) throws -> (visit: Visit, new: SessionToken?) {
    let now = environment.now()
    if let token = caller.token, var visit = try visit(try records.visit(token.id), of: caller, records) {
      if now.timeIntervalSince(visit.session.seenAt) > Self.noteEvery {
        visit.session.seenAt = now
        try records.update(visit.session)
      }
      return (visit, nil)
    }
    var (token, session) = try begin(from: caller.counted, records)
    session.address = caller.address
    return (Visit(session: session, challenges: 0, runs: 0), token)
  }

  /// Forgets the addresses of ended sessions. Called after the sweep that ends those sessions.
  public func forgetVisitors() async throws { try await visitors.forget(at: environment.now(), in: store) }
}

extension Sessions {
  /// One place where an account is signed in, as shown to its owner.
  public struct Open: Hashable, Sendable {
    /// The identifier that a form uses for the session.
    public var handle: String
    public var browser: BrowserPhrase
    public var signedInAt: Date
    public var seenAt: Date
    /// `true` for the session that makes the request.
    public var isOwn: Bool
  }

  /// Returns the places where this session's account is signed in: this session first, then the others, most recently
  /// used first. Returns an empty array if the session is not signed in.
  public func open(beside session: Session) async throws -> [Open] {
    guard let account = session.account else { return [] }
    let now = environment.now()
    let all = try await store.read { try $0.sessions(of: account) }.filter { !lifetime.isOver($0, at: now) }
    let places = all.compactMap { one in
      one.handle.map {
        Open(
          handle: $0, browser: one.browser, signedInAt: one.signedInAt ?? one.createdAt, seenAt: one.seenAt,
          isOwn: one.id == session.id)
      }
    }
    return places.sorted { $0.isOwn != $1.isOwn ? $0.isOwn : ($0.seenAt, $0.handle) > ($1.seenAt, $1.handle) }
  }
}

/// The content of the cookie: 32 random bytes, base64url. The store contains only the token's SHA-256.
public struct SessionToken: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  package init(randomBytes: [UInt8]) { text = Base64URL.encode(randomBytes) }
  /// Returns `nil` for a text that no server could have issued.
  public init?(_ text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }
  public var id: SessionID { SessionID(digest: Array(SHA256.hash(data: Array(text.utf8)))) }
  public var description: String { "•" }
}

/// The periods after which a session ends.
package struct SessionLifetime: Hashable, Sendable {
  /// The maximum time after sign-in, regardless of use.
  package let longest: TimeInterval

  /// The maximum absence after which a browser is still signed in.
  package static let idle: TimeInterval = 14 * 24 * 60 * 60
  /// The maximum time for which data about a visitor who does not sign in is kept.
  package static let anonymous: TimeInterval = 60 * 60

  package init(days: Int) { longest = TimeInterval(days) * 24 * 60 * 60 }

  /// How long a browser keeps the cookie that it receives when a session begins. This never exceeds the session's
  /// maximum lifetime.
  var cookie: TimeInterval { min(longest, Self.idle) }

  func isOver(_ session: Session, at now: Date) -> Bool {
    if now.timeIntervalSince(session.seenAt) >= Self.idle { return true }
    return session.account != nil && now.timeIntervalSince(session.signedInAt ?? session.createdAt) >= longest
  }
}
