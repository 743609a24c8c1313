/// What a relying party says of its accounts and of the credentials that it still takes (WebAuthn L3 §5.1.10).
public enum CredentialSignal: Hashable, Sendable {
  /// It does not know this credential.
  case unknown(credentialID: [UInt8])
  /// It takes these credentials of an account, and no others.
  case accepted(userID: [UInt8], credentialIDs: [[UInt8]])
  /// How an account is named now.
  case named(userID: [UInt8], name: String, displayName: String)
}

extension CredentialSignal {
  /// The credential as it stands after this; the same where it is of another account.
  func applied(to credential: Credential) -> Credential {
    var changed = credential
    switch self {
    case .unknown(let id): if id == credential.id { changed.account?.isHidden = true }
    case .accepted(let userID, let ids):
      if credential.account?.user.id == userID { changed.account?.isHidden = !ids.contains(credential.id) }
    case .named(let userID, let name, let displayName):
      if credential.account?.user.id == userID {
        changed.account?.user = CredentialUser(id: userID, name: name.nonEmpty, displayName: displayName.nonEmpty)
      }
    }
    return changed
  }
}
