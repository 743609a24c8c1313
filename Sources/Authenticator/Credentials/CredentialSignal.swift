import Crypto

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
  func applied(to credential: StoredCredential) -> StoredCredential {
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

extension Authenticator {
  /// Takes the word of a relying party about its own accounts (E-43). What it says that it does not know any more is hidden: not offered to whoever
  /// names no credential, and shown as such by credential management. Nothing is deleted on a page's word, and what is named again comes back.
  ///
  /// It asks nobody and tells nothing. Credentials that are not discoverable stand nowhere, so nothing is said about them.
  /// - Parameter rpID: Whoever calls has made sure that the word is this relying party's.
  /// - Throws: `keyStoreFull` or `other` where it cannot be written; `keepaliveCancel` where the task was cancelled.
  public func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus) {
    guard await takeTurn() else { throw .keepaliveCancel }
    defer { endTurn() }
    do {
      try await memory().alone { memory in
        for credential in try memory.credentials(rpIDHash: Array(SHA256.hash(data: Array(rpID.utf8)))) {
          let changed = signal.applied(to: credential)
          // Pages say the same at each sign-in: that is no write.
          if changed != credential { try memory.keep(changed) }
        }
      }
    } catch { throw CTAPStatus(cause: error) }
  }

  /// A relying party that names a credential knows it: from then on it is offered again. That this could not be written is no reason to refuse
  /// what was asked.
  func show(_ credential: StoredCredential, _ memory: Memory) {
    guard credential.isHidden else { return }
    try? memory.alone { memory in
      // While the person was asked, another program may have deleted it, or made another in its place.
      let kept = try memory.credentials(rpIDHash: credential.rpIDHash).first { $0.id == credential.id }
      guard var shown = kept, shown.isHidden else { return }
      shown.account?.isHidden = false
      try memory.keep(shown)
    }
  }
}
