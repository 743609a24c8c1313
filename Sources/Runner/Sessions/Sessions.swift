import Foundation
import Model

/// Who is on the other end of a request.
public struct Sessions: Sendable {
  /// A visit is noted once in so long, so that reading a page is not a write.
  private static let noteEvery: TimeInterval = 60

  let store: any Store
  let surroundings: Surroundings
  let lifetime: SessionLifetime

  public init(runner: Runner) {
    store = runner.store; surroundings = runner.surroundings; lifetime = runner.sessionLifetime
  }

  /// How long a browser is to keep a session's cookie, in seconds.
  public var cookieLifetime: Int { Int(lifetime.cookie) }
  /// So many days after its sign-in a session ends, however much it is used.
  public var days: Int { Int(lifetime.longest) / 86_400 }

  /// The session of a cookie; `nil` where there is none, or it is over.
  public func find(_ token: SessionToken?) async throws -> Session? {
    guard let token else { return nil }
    let now = surroundings.now()
    guard var session = try await store.read({ try $0.session(token.id) }), !lifetime.isOver(session, at: now) else { return nil }
    if now.timeIntervalSince(session.seenAt) > Self.noteEvery {
      session.seenAt = now
      let noted = session
      try await store.write { try $0.update(noted) }
    }
    return session
  }

  /// The session of a cookie, or a new one and the token for its cookie.
  public func findOrBegin(_ token: SessionToken?) async throws -> (session: Session, new: SessionToken?) {
    if let session = try await find(token) { return (session, nil) }
    let (token, session) = try await begin()
    return (session, token)
  }

  /// A new, anonymous session.
  func begin() async throws -> (SessionToken, Session) {
    let token = SessionToken(randomBytes: surroundings.randomBytes(32)), now = surroundings.now()
    let session = Session(id: token.id, createdAt: now, seenAt: now)
    try await store.write { try $0.insert(session) }
    return (token, session)
  }
}
