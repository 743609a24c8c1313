import Foundation
import Model

/// Who is on the other end of a request.
public struct Sessions: Sendable {
  /// A browser that was away for longer begins anew.
  static let idleLifetime: TimeInterval = 14 * 24 * 60 * 60
  /// Whoever only looked around leaves nothing behind for long.
  static let anonymousLifetime: TimeInterval = 60 * 60
  /// A visit is noted once in so long, so that reading a page is not a write.
  private static let noteEvery: TimeInterval = 60

  let store: any Store
  let surroundings: Surroundings

  public init(store: any Store, surroundings: Surroundings) {
    self.store = store; self.surroundings = surroundings
  }

  /// The session of a cookie; `nil` where there is none, or it is over.
  public func find(_ token: SessionToken?) async throws -> Session? {
    guard let token else { return nil }
    let now = surroundings.now()
    guard var session = try await store.read({ try $0.session(token.id) }), now.timeIntervalSince(session.seenAt) < Self.idleLifetime else {
      return nil
    }
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
