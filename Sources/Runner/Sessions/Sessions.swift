import Foundation
import Model

/// Who is on the other end of a request.
public struct Sessions: Sendable {
  /// A visit is noted once in so long, so that reading a page is not a write.
  private static let noteEvery: TimeInterval = 60

  let store: any Store
  let surroundings: Surroundings
  let lifetime: SessionLifetime
  let visitors = Visitors()

  public init(runner: Runner) {
    store = runner.store; surroundings = runner.surroundings; lifetime = runner.sessionLifetime
  }

  /// How long a browser is to keep a session's cookie, in seconds.
  public var cookieLifetime: Int { Int(lifetime.cookie) }
  /// So many days after signing in a browser has no cookie any more, where a session may live for so many.
  public static func browserDays(of days: Int) -> Int { Int(SessionLifetime(days: days).cookie) / 86_400 }
  /// So many days after its sign-in a session ends, however much it is used.
  public var days: Int { Int(lifetime.longest) / 86_400 }

  /// The session of a cookie; `nil` where there is none, or it is over.
  public func find(_ token: SessionToken?) async throws -> Session? {
    guard let token else { return nil }
    let now = surroundings.now()
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

  /// How long a browser is to keep the cookie of a session that waits until then, in seconds: an hour at least, as one who is here.
  public func cookieLifetime(until end: Date) -> Int { Int(max(SessionLifetime.anonymous, end.timeIntervalSince(surroundings.now()))) }

  /// The same for one that has just signed in: longer, where something waits in it.
  public func cookieLifetime(of token: SessionToken) async throws -> Int {
    let now = surroundings.now(), kept = try await store.read { try $0.runs(of: token.id).compactMap(\.keptUntil) }
    return kept.filter { $0 > now }.max().map { max(cookieLifetime, cookieLifetime(until: $0)) } ?? cookieLifetime
  }

  /// The session of a cookie, or a new one and the token for its cookie.
  ///
  /// - Parameter address: Who asks, so that they have only so many at once; `nil` where that is not counted.
  public func findOrBegin(_ token: SessionToken?, from address: NetworkAddress? = nil) async throws -> (session: Session, new: SessionToken?) {
    if let session = try await find(token) { return (session, nil) }
    let (token, session) = try await begin(from: address)
    return (session, token)
  }

  /// A new, anonymous session.
  func begin(from address: NetworkAddress? = nil) async throws -> (SessionToken, Session) {
    try await store.write { try begin(from: address, $0) }
  }

  func begin(from address: NetworkAddress?, _ records: any Records) throws -> (SessionToken, Session) {
    let token = SessionToken(randomBytes: surroundings.randomBytes(32)), now = surroundings.now()
    let session = Session(id: token.id, createdAt: now, seenAt: now)
    if let address { try visitors.admit(session, from: address, records) }
    try records.insert(session)
    return (token, session)
  }

  /// Forgets from where sessions came that are over. Called after the sweep that ends them.
  public func forgetVisitors() async throws { try await visitors.forget(at: surroundings.now(), in: store) }
}
