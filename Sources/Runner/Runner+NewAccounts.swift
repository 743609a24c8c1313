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
  func noteAdmitted(_ account: AccountID, from session: Session, _ records: any Records) throws {
    records.afterwards { Measured.newAccount() }
    if let invitation = session.invitation { try records.spend(invitation: invitation, on: account) }
    guard let address = session.address else { return }
    _ = newAccounts.use(by: address, at: environment.now().timeIntervalSince1970, records)
  }
}
