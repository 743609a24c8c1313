import Crypto

extension Authenticator {
  /// Returns the name of the account that would be signed in, if there is only one. It is meant for a window on this
  /// computer that shows the name before the person is verified (E-27). It must never be revealed to a page, or to a
  /// client of a transport.
  ///
  /// - Parameter allowed: Credential ids; empty means any discoverable credential.
  /// - Returns: The name, or `nil` if there is no account, more than one, or an account without a name.
  public func nameOfOnlyAccount(rpID: String, allowed: [[UInt8]]) async -> String? {
    await endWhatOthersEnded()
    guard let memory = try? await memory() else { return nil }
    let rpIDHash = Array(SHA256.hash(data: Array(rpID.utf8)))
    let found =
      allowed.isEmpty
      ? (try? memory.offered(rpIDHash: rpIDHash)) ?? []
      : allowed.compactMap { (try? memory.credential($0, rpIDHash: rpIDHash)) ?? nil }
    return found.count == 1 ? found.first?.account?.user.name : nil
  }

  /// Returns `true` if the authenticator itself can currently verify the person. Does not wait for a turn.
  public func verifies() async -> Bool {
    guard person.verification != nil, case .set(let retries) = try? await keys.pinStatus() else { return false }
    return retries > 0
  }

  /// Returns `true` if U2F is currently available. U2F has no PIN. It is therefore off while the PIN is always required
  /// (CTAP 2.1 §7.2), or if that cannot be determined. Does not wait for a turn.
  public func speaksU2F() async -> Bool {
    await endWhatOthersEnded()
    return (try? await memory().configuration().alwaysVerifies) == false
  }
}

extension Authenticator {
  /// Returns all discoverable credentials, newest first, for the lists that their owner sees on this computer. They
  /// must never be revealed to a page, or to a client of a transport. Such clients present the PIN to credential
  /// management.
  ///
  /// - Throws: `KeyStoreError` or `StorageError` if the credentials cannot be read.
  public func keptPasskeys() async throws -> [KeptPasskey] {
    try await memory().allCredentials().compactMap(KeptPasskey.init)
  }
}

/// A discoverable credential as its owner sees it: everything known about it except its keys.
public struct KeptPasskey: Hashable, Sendable {
  public var credentialID: [UInt8]
  public var rpID: String
  public var userID: [UInt8]
  public var userName: String?
  public var userDisplayName: String?
  /// The public key: an uncompressed P-256 point, 65 bytes (SEC 1 §2.3.3).
  public var publicKey: [UInt8]
  /// `true` if the credential is never used without the PIN.
  public var requiresVerification: Bool
  /// `true` if the credential has keys for the extension hmac-secret, with which a site can derive secrets.
  public var hasSecretKeys: Bool
  /// `true` if the relying party reported that it no longer knows the credential. Such a credential is offered only to
  /// clients that name it.
  public var isHidden: Bool
}

extension KeptPasskey {
  init?(_ credential: StoredCredential) {
    guard let account = credential.account else { return nil }
    self.init(
      credentialID: credential.id, rpID: account.rpID, userID: account.user.id, userName: account.user.name,
      userDisplayName: account.user.displayName, publicKey: account.publicKey,
      requiresVerification: credential.requiresVerification,
      hasSecretKeys: credential.secretKeys != nil,
      isHidden: account.isHidden)
  }
}
