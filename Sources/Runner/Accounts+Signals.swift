import Encoding
import Model
import RelyingParty

extension Accounts {
  /// What the passkey providers of somebody who is signed in may be told (WebAuthn Level 3 §5.1.10, E-43).
  public struct Signals: Sendable {
    let userHandle: [UInt8]
    let username: String
    let credentials: [[UInt8]]

    init(_ account: Account, _ credentials: [Credential]) {
      userHandle = account.id.bytes
      username = account.username.text
      self.credentials = credentials.compactMap { Base64URL.decode($0.id.rawValue) }
    }

    /// Which of the account's passkeys sign in, so that others may be put away.
    public func accepted(by rpID: String) -> AllAcceptedCredentialsOptions {
      AllAcceptedCredentialsOptions(rpId: rpID, userId: userHandle, allAcceptedCredentialIds: credentials)
    }

    /// What the account is called.
    public func details(for rpID: String) -> CurrentUserDetailsOptions {
      CurrentUserDetailsOptions(rpId: rpID, userId: userHandle, name: username, displayName: username)
    }
  }
}
