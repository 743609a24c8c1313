import AccountService
import Foundation
import Model

/// Invitations, with which people create accounts on a site that does not admit everybody.
extension Runner {
  /// Who may create an account here.
  public var registration: RegistrationRule { ceremonies.site.registration }

  /// The site's name, as authenticators show it.
  public var siteName: String { ceremonies.site.rpName }
  /// The server's clock.
  public var now: Date { environment.now() }

  /// How long an invitation is valid unless something else is asked for, in days.
  public static let invitationDays = 7

  /// Makes an invitation, and returns the token that stands in its address.
  public func invite(days: Int = invitationDays) async throws -> (token: SessionToken, expiresAt: Date) {
    let token = SessionToken(randomBytes: environment.randomBytes(32)), now = environment.now()
    let expiresAt = now + TimeInterval(days) * 24 * 60 * 60
    try await store.write {
      try $0.insert(Invitation(tokenHash: token.id.digest, createdAt: now, expiresAt: expiresAt))
    }
    return (token, expiresAt)
  }

  /// Returns until when an invitation can be used; `nil` if it was used, ran out or never was.
  public func end(ofInvitation token: SessionToken) async throws -> Date? {
    let now = environment.now()
    return try await store.read { records in
      try records.invitation(token.id.digest).flatMap { $0.isValid(at: now) ? $0.expiresAt : nil }
    }
  }

  /// Returns `true` if an account can be created in this session; `nil` is a visitor without one.
  public func admits(_ session: Session?) async throws -> Bool {
    guard ceremonies.site.registration == .invite else { return ceremonies.site.registration == .open }
    guard let hash = session?.invitation else { return false }
    let now = environment.now()
    return try await store.read { try $0.invitation(hash)?.isValid(at: now) == true }
  }

  /// Notes in an anonymous session that an invitation was opened in it, and returns the session with it.
  public func note(invitation token: SessionToken, in session: Session) async throws -> Session {
    try await store.write { try $0.setInvitation(token.id.digest, of: session.id) }
    var invited = session
    invited.invitation = token.id.digest
    return invited
  }
}
