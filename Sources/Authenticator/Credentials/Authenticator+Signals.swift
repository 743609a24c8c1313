import Crypto

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
  func show(_ credential: Credential, _ memory: Memory) {
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
