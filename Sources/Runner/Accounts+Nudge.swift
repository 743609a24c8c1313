import Foundation
import Model

extension Accounts {
  /// Whether this showing of the account is the one that nudges; if so, it is noted at once, so that no other one does.
  ///
  /// The milestone is the first sign-in after sign-up. Registration writes `account_created` and, with the session that it opens, a sign-in:
  /// that entry is the account's first. A session is one that somebody came back for exactly where it was signed in later than that entry.
  public func takeNudge(of session: Session) async throws -> Bool {
    guard try await store.read({ try Self.accountToNudge(session, $0) != nil }) else { return false }
    return try await store.write { records in
      guard var account = try Self.accountToNudge(session, records) else { return false }
      account.care.wasNudged = true
      try records.setCare(account.care, of: account.id)
      return true
    }
  }

  /// The account to nudge; `nil` where it was nudged, has a hardware key, or nobody came back to it yet.
  private static func accountToNudge(_ session: Session, _ records: any Records) throws -> Account? {
    guard let id = session.account, let signedInAt = session.signedInAt, let account = try records.account(id), !account.care.wasNudged,
      try !records.ways(of: id).haveHardwareKey,
      let signUp = try records.entries(of: id).first(where: { $0.event.isSignIn }), signedInAt > signUp.at
    else { return nil }
    return account
  }
}

extension AuditEvent {
  fileprivate var isSignIn: Bool { self == .signedInWithPasskey || self == .signedInWithCard || self == .signedInWithPassword }
}
