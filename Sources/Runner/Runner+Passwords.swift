import AccountService
import Foundation
import Measurements
import Model
import Passwords
import Vocabulary

/// The two effects that hash a password: the hashing takes place outside any transaction, and its result is recorded in
/// one.
extension Runner {
  /// The result of hashing, or the reason why nothing was hashed.
  enum PasswordFinding: Sendable {
    case found(PasswordChecks.Finding), refused(PasswordRefusal)
  }

  /// Performs an effect that uses a password.
  ///
  /// - Parameter address: The requesting network address; `nil` if the request did not come over a network.
  func hash(
    _ effect: ServerEffect, passing: [FieldID: Passing], session: Session, vouched: RunContents.Vouched?,
    by address: NetworkAddress?
  ) async -> PasswordFinding {
    guard let field = effect.uses, let password = passing[field]?.value else { return .found(.unavailable) }
    switch effect {
    case .account(.verifyPassword(let username, _)):
      return .found(await passwords.verify(password, of: username, by: address))
    case .account(.setPassword):
      guard password.count >= PasswordChecks.lengths.lowerBound else { return .refused(.tooShort) }
      guard password.count <= PasswordChecks.lengths.upperBound else { return .refused(.tooLong) }
      guard let vouched, vouched.account == session.account else { return .refused(.tooLate) }
      guard environment.now().timeIntervalSince(vouched.at) <= RunContents.confirmationLifetime else {
        return .refused(.tooLate)
      }
      return .found(await passwords.hash(password, of: vouched.account, by: address))
    default: return .found(.unavailable)
    }
  }

  /// Records the finding in the transaction that settles the effect.
  func conclude(_ finding: PasswordFinding, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    let now = environment.now()
    switch finding {
    case .refused(let why): return .account(.passwordRefused(why))
    case .found(.verified(let account, let hash)):
      // The password may have been changed while this one was hashed.
      guard try records.account(account)?.passwordHash == hash else { return .account(.passwordRejected) }
      guard try !records.isClosed(account) else {
        records.afterwards { Measured.signIn(.password, isAccepted: false) }
        return .account(.accountClosed)
      }
      // A hardware key is a second factor: with one enrolled, the password alone opens nothing.
      let ways = try records.ways(of: account)
      guard !ways.haveHardwareKey else {
        return .account(ways.contains { $0.stands && $0.role != nil } ? .passwordNeedsKey : .passwordNeedsCard)
      }
      current.contents.vouched = .init(account: account, credential: nil, at: now)
      return .account(.passwordVerified)
    case .found(.rejected):
      records.afterwards { Measured.signIn(.password, isAccepted: false) }
      return .account(.passwordRejected)
    case .found(.busy): return .account(.passwordBusy)
    case .found(.unavailable): return .unavailable
    case .found(.hashed(let hash)):
      guard let account = current.session.account else { return .account(.passwordRefused(.tooLate)) }
      try records.setPasswordHash(hash, of: account)
      try records.append(
        AuditEntry(.passwordSet, account: account, credential: current.contents.vouched?.credential, at: now))
      return .account(.passwordSet)
    }
  }
}
