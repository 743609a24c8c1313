import AccountService
import Foundation
import Measurements
import Model

/// Who may create an account, and how many from one network address.
extension Runner {
  /// Throws if no account may be created in this session: the site admits nobody or only who is invited, or too many
  /// were created from its address. This is checked before a key is asked for anything; otherwise, the key would keep a
  /// passkey for an account that never existed.
  func admitNewAccount(from session: Session, _ records: any Records) throws {
    try expectInvitation(in: session, records)
    guard let address = session.address else { return }  // not over a network
    guard newAccounts.isLeft(for: address, at: environment.now().timeIntervalSince1970) else {
      throw RunnerError(.tooManyAccounts)
    }
  }

  /// Throws if the site admits nobody, or only people who are invited, and no invitation was opened in this session.
  func expectInvitation(in session: Session, _ records: any Records) throws {
    switch ceremonies.site.registration {
    case .open: return
    case .closed: throw RunnerError(.registrationClosed)
    case .invite:
      let now = environment.now()
      guard try session.invitation.flatMap(records.invitation)?.isValid(at: now) == true else {
        throw RunnerError(.byInvitation)
      }
    }
  }

  /// Counts a newly created account, and spends the session's invitation. Write transactions run one after another, so
  /// no other account is created between the check and this call.
  func count(_ account: AccountID, from session: Session, _ records: any Records) throws {
    Measured.newAccount()
    if let invitation = session.invitation { try records.spend(invitation: invitation, on: account) }
    guard let address = session.address else { return }
    _ = newAccounts.use(by: address, at: environment.now().timeIntervalSince1970)
  }
}

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
  public func open(invitation token: SessionToken, in session: Session) async throws -> Session {
    var invited = session
    invited.invitation = token.id.digest
    let noted = invited
    try await store.write { try $0.update(noted) }
    return invited
  }
}
