import Foundation
import Model

/// When a session is over.
struct SessionLifetime: Hashable, Sendable {
  /// After its sign-in, however much it is used.
  let longest: TimeInterval

  /// A browser that was away for longer signs in anew.
  static let idle: TimeInterval = 14 * 24 * 60 * 60
  /// Whoever only looked around leaves nothing behind for long.
  static let anonymous: TimeInterval = 60 * 60

  init(days: Int) { longest = TimeInterval(days) * 24 * 60 * 60 }

  /// How long a browser keeps the cookie that it is given when a session begins: never longer than the session may live.
  var cookie: TimeInterval { min(longest, Self.idle) }

  func isOver(_ session: Session, at now: Date) -> Bool {
    if now.timeIntervalSince(session.seenAt) >= Self.idle { return true }
    return session.account != nil && now.timeIntervalSince(session.signedInAt ?? session.createdAt) >= longest
  }
}

extension Runner {
  var sessionLifetime: SessionLifetime { SessionLifetime(days: ceremonies.site.sessionDays) }
}
