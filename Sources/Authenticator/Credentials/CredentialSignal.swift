import Crypto

/// A relying party's statement about its accounts and the credentials that it accepts (WebAuthn L3 §5.1.10).
public enum CredentialSignal: Hashable, Sendable {
  /// The relying party does not know this credential.
  case unknown(credentialID: [UInt8])
  /// The relying party accepts only these credentials of an account.
  case accepted(userID: [UInt8], credentialIDs: [[UInt8]])
  /// The account's current names.
  case named(userID: [UInt8], name: String, displayName: String)
}

extension CredentialSignal {
  /// Returns the credential after this signal, unchanged if it belongs to a different account.
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
  /// Applies a relying party's statement about its own accounts (E-43). A credential that the relying party no longer
  /// knows is hidden: it is not offered to a client that names no credential, and credential management shows it as
  /// hidden. Nothing is deleted at a page's request. A hidden credential reappears when the relying party names it
  /// again.
  ///
  /// This does not ask the person and reveals nothing. Credentials that are not discoverable are not stored, so signals
  /// do not affect them.
  /// - Parameter rpID: The relying party that the signal comes from, as verified by the caller.
  /// - Throws: `keyStoreFull` or `other` if the change cannot be written; `keepaliveCancel` if the task was cancelled.
  public func take(_ signal: CredentialSignal, rpID: String) async throws(CTAPStatus) {
    guard await takeTurn() else { throw .keepaliveCancel }
    defer { endTurn() }
    do {
      try await memory().alone { memory in
        for credential in try memory.credentials(rpIDHash: Array(SHA256.hash(data: Array(rpID.utf8)))) {
          let changed = signal.applied(to: credential)
          // Pages repeat their signals at each sign-in, which must not cause a write.
          if changed != credential { try memory.keep(changed) }
        }
      }
    } catch { throw CTAPStatus(cause: error) }
  }

  /// Offers a credential again after the relying party has named it, because the relying party evidently knows it. A
  /// failure to write this change does not cause the request to be refused.
  func show(_ credential: StoredCredential, _ memory: Memory) {
    guard credential.isHidden else { return }
    try? memory.alone { memory in
      // Another program may have deleted or replaced the credential while the person was being asked.
      let kept = try memory.credentials(rpIDHash: credential.rpIDHash).first { $0.id == credential.id }
      guard var shown = kept, shown.isHidden else { return }
      shown.account?.isHidden = false
      try memory.keep(shown)
    }
  }
}
