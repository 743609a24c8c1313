import FlowKit
import HandsProtocol

extension ServerEffect {
  public enum Account: Codable, Hashable, Sendable {
    case readAccount  // what the account has; fails where keys cannot be kept now
    /// Reads what somebody who came back has, and what is new since the verdict with which the run began.
    case readComeback
    case checkUsername(String)  // before a key is touched, so that no passkey is made for a name that cannot be had
    case register(username: String, Evidence)
    /// The password is in a `.passing` field: the runner has its value only for this one effect.
    case verifyPassword(username: String, password: FieldID)
    case setPassword(FieldID)  // also `.passing`
    case delete  // in seven days, unless its holder takes it back

    /// The names in stored runs.
    private enum CodingKeys: String, CodingKey {
      case readAccount = "takeStock"
      case readComeback, checkUsername, register, verifyPassword, setPassword, delete
    }
  }
}
extension ServerReply {
  public enum Account: Codable, Hashable, Sendable {
    case state(AccountState), cameBack(Comeback)
    case usernameFree, usernameRefused(UsernameRefusal)
    case registered, registrationRejected(Rejection)
    case passwordVerified, passwordRejected
    /// The password is correct, and the account has a hardware key, which must be presented as well (G-29).
    case passwordNeedsKey
    /// The password is correct, and the account has a card instead of a hardware key.
    case passwordNeedsCard
    /// The password is correct, and whoever runs the site closed the account.
    case accountClosed
    case passwordSet, passwordRefused(PasswordRefusal)
    /// Too many passwords are being checked at the moment, so this one was not checked.
    case passwordBusy
    /// The account will be deleted. Or the touch was too long ago, and nothing changed.
    case deletionBegun, deletionTooLate

    /// The names in stored runs.
    private enum CodingKeys: String, CodingKey {
      case state = "stock"
      case cameBack, usernameFree, usernameRefused, registered, registrationRejected, passwordVerified, passwordRejected
      case passwordNeedsKey, passwordNeedsCard, passwordSet, passwordRefused, passwordBusy
      case deletionBegun, deletionTooLate, accountClosed
    }
  }
}
public enum UsernameRefusal: String, Codable, Hashable, Sendable, CaseIterable { case taken, malformed, mixed }
public enum PasswordRefusal: String, Codable, Hashable, Sendable, CaseIterable { case tooShort, tooLong, tooLate }

extension ServerReply.Account {
  func answers(_ asked: ServerEffect.Account) -> Bool {
    switch (asked, self) {
    case (.readAccount, .state), (.readComeback, .cameBack): true
    case (.checkUsername, .usernameFree), (.checkUsername, .usernameRefused): true
    case (.register, .registered), (.register, .registrationRejected), (.register, .usernameRefused): true
    case (.verifyPassword, .passwordVerified), (.verifyPassword, .passwordRejected),
      (.verifyPassword, .passwordNeedsKey):
      true
    case (.verifyPassword, .passwordNeedsCard), (.verifyPassword, .accountClosed): true
    case (.setPassword, .passwordSet), (.setPassword, .passwordRefused): true
    case (.verifyPassword, .passwordBusy), (.setPassword, .passwordBusy): true
    case (.delete, .deletionBegun), (.delete, .deletionTooLate): true
    default: false
    }
  }
}
