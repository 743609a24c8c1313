import Crypto
import Encoding
import Foundation
import Model

/// The sessions of browsers and terminals: who is on the other end of a request.
public struct Sessions: Sendable {
  /// A visit is noted at most once in this time, so that reading a page is not a write.
  private static let noteEvery: TimeInterval = 60

  let store: any Store
  let environment: ServerEnvironment
  let lifetime: SessionLifetime
  let visitors: Visitors

  /// The sessions that are kept in a store.
  ///
  /// - Parameter durableFlows: The names of the flows whose runs are kept as long as their session.
  package init(store: any Store, environment: ServerEnvironment, lifetime: SessionLifetime, durableFlows: [String]) {
    self.store = store; self.environment = environment; self.lifetime = lifetime
    visitors = Visitors(durableFlows: durableFlows)
  }

  /// The time for which a browser is to keep a session's cookie, in seconds.
  public var cookieLifetime: Int { Int(lifetime.cookie) }
  /// The days after signing in at which a browser has no cookie any more, if a session may live for `days`.
  public static func browserDays(of days: Int) -> Int { Int(SessionLifetime(days: days).cookie) / 86_400 }
  /// The days after its sign-in at which a session ends, however much it is used.
  public var days: Int { Int(lifetime.longest) / 86_400 }

  /// The session of a cookie; `nil` if there is none, or it is over.
  public func find(_ token: SessionToken?) async throws -> Session? {
    guard let token else { return nil }
    let now = environment.now()
    let found = try await store.read { records in
      guard var session = try records.session(token.id) else { return Session?.none }
      guard lifetime.isOver(session, at: now) else { return session }
      guard try records.runs(of: session.id).contains(where: { $0.isKept(at: now) }) else { return nil }
      session.endSignIn()  // what waits in it for somebody who is away is not over
      return session
    }
    guard var session = found else { return nil }
    if now.timeIntervalSince(session.seenAt) > Self.noteEvery {
      session.seenAt = now
      let noted = session
      try await store.write { try $0.update(noted) }
    }
    return session
  }

  /// The time for which a browser is to keep the cookie of a session that waits until then, in seconds: at least an
  /// hour, as for one who is here.
  public func cookieLifetime(until end: Date) -> Int {
    Int(max(SessionLifetime.anonymous, end.timeIntervalSince(environment.now())))
  }

  /// The same for a session that has just signed in: longer, if something waits in it.
  public func cookieLifetime(of token: SessionToken) async throws -> Int {
    let now = environment.now(), kept = try await store.read { try $0.runs(of: token.id).compactMap(\.keptUntil) }
    return kept.filter { $0 > now }.max().map { max(cookieLifetime, cookieLifetime(until: $0)) } ?? cookieLifetime
  }

  /// The session of a cookie, or a new one and the token for its cookie.
  ///
  /// - Parameter address: The network address that asks, whose sessions are limited; `nil` if they are not counted.
  public func findOrBegin(_ token: SessionToken?, from address: NetworkAddress? = nil) async throws -> (
    session: Session, new: SessionToken?
  ) {
    if let session = try await find(token) { return (session, nil) }
    let (token, session) = try await begin(from: address)
    return (session, token)
  }

  /// A new, anonymous session.
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

  /// Forgets the addresses that finished sessions came from. Called after the sweep that ends them.
  public func forgetVisitors() async throws { try await visitors.forget(at: environment.now(), in: store) }
}

extension Sessions {
  /// One place where an account is signed in, as its owner is told of it.
  public struct Open: Hashable, Sendable {
    /// The name that a form has for it.
    public var handle: String
    public var browser: BrowserPhrase
    public var signedInAt: Date
    public var seenAt: Date
    /// `true` for the session that asks.
    public var isOwn: Bool
  }

  /// The places where the account of this session is signed in: this one first, then the one that was used last. Empty
  /// if nobody is signed in.
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

/// The content of the cookie: 32 random bytes, base64url. The store knows only its SHA-256.
public struct SessionToken: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  package init(randomBytes: [UInt8]) { text = Base64URL.encode(randomBytes) }
  /// `nil` for a text that no server gave out.
  public init?(_ text: String) {
    guard Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }
  public var id: SessionID { SessionID(digest: Array(SHA256.hash(data: Array(text.utf8)))) }
  public var description: String { "•" }
}

/// The times after which a session is over.
package struct SessionLifetime: Hashable, Sendable {
  /// The time after its sign-in, however much it is used.
  package let longest: TimeInterval

  /// A browser that was away for longer signs in anew.
  package static let idle: TimeInterval = 14 * 24 * 60 * 60
  /// Visitors who only looked around leave nothing behind for longer.
  package static let anonymous: TimeInterval = 60 * 60

  package init(days: Int) { longest = TimeInterval(days) * 24 * 60 * 60 }

  /// The time for which a browser keeps the cookie that it is given when a session begins: never longer than the
  /// session may live.
  var cookie: TimeInterval { min(longest, Self.idle) }

  func isOver(_ session: Session, at now: Date) -> Bool {
    if now.timeIntervalSince(session.seenAt) >= Self.idle { return true }
    return session.account != nil && now.timeIntervalSince(session.signedInAt ?? session.createdAt) >= longest
  }
}
