import Foundation
import Model

extension Sessions {
  /// One place where an account is signed in, as its owner is told of it.
  public struct Open: Hashable, Sendable {
    /// What a form names it by.
    public var handle: String
    public var browser: BrowserPhrase
    public var signedInAt: Date
    public var seenAt: Date
    /// Whether it is the session that asks.
    public var isOwn: Bool
  }

  /// Where the account of this session is signed in: here first, then where it was used last. Empty where nobody is signed in.
  public func open(beside session: Session) async throws -> [Open] {
    guard let account = session.account else { return [] }
    let now = surroundings.now()
    let all = try await store.read { try $0.sessions(of: account) }.filter { !lifetime.isOver($0, at: now) }
    let places = all.compactMap { one in
      one.handle.map {
        Open(handle: $0, browser: one.browser, signedInAt: one.signedInAt ?? one.createdAt, seenAt: one.seenAt, isOwn: one.id == session.id)
      }
    }
    return places.sorted { $0.isOwn != $1.isOwn ? $0.isOwn : ($0.seenAt, $0.handle) > ($1.seenAt, $1.handle) }
  }
}
