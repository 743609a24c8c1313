import Crypto

extension Authenticator {
  /// The name of the account that would be signed in, if there is only one: for a window on this computer that shows it
  /// before the person is verified (E-27). It must never be revealed to a page, or to a client of a transport.
  ///
  /// - Parameter allowed: Credential ids; empty means any discoverable credential.
  /// - Returns: `nil` if there is no account, more than one, or one without a name.
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

  /// `true` if the authenticator can verify the person itself at present. Does not wait for a turn.
  public func verifies() async -> Bool {
    guard person.verification != nil, case .set(let retries) = try? await keys.pinStatus() else { return false }
    return retries > 0
  }

  /// `true` if U2F is available at present. U2F has no PIN, so it is off while the PIN is always required (CTAP 2.1
  /// §7.2), and also if that cannot be determined. Does not wait for a turn.
  public func speaksU2F() async -> Bool {
    await endWhatOthersEnded()
    return (try? await memory().configuration().alwaysVerifies) == false
  }
}

extension Authenticator {
  /// All discoverable credentials, the latest first: for the lists that their owner sees on this computer. They must
  /// never be revealed to a page, or to a client of a transport; such clients present the PIN to credential management.
  ///
  /// - Throws: `KeyStoreError` or `StorageError` if they cannot be read.
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
  /// An uncompressed P-256 point, 65 bytes (SEC 1 §2.3.3).
  public var publicKey: [UInt8]
  /// `true` if it is never used without the PIN.
  public var requiresVerification: Bool
  /// `true` if it has keys for the extension hmac-secret, with which a site can derive secrets.
  public var hasSecretKeys: Bool
  /// `true` if the relying party said that it no longer knows the credential, which is then offered
  /// only to clients that name it.
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
