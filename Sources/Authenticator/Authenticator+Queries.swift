import Crypto

extension Authenticator {
  /// Who would be signed in, where only one account could be: for a window of this computer that says so before the person is verified (E-27).
  /// Never for a page, nor for a client of a transport.
  ///
  /// - Parameter allowed: Credential ids; none means any discoverable credential.
  /// - Returns: `nil` where there is none, there are several, or the one has no name.
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

  /// Whether the person can be verified by the authenticator itself just now. It waits for nobody's turn.
  public func verifies() async -> Bool {
    guard person.verification != nil, case .set(let retries) = try? await keys.pinStatus() else { return false }
    return retries > 0
  }

  /// Whether U2F is spoken just now. It knows no PIN, so it is not while the PIN is always asked (CTAP 2.1 §7.2), nor where nobody can see whether
  /// it is. It waits for nobody's turn.
  public func speaksU2F() async -> Bool {
    await endWhatOthersEnded()
    return (try? await memory().configuration().alwaysVerifies) == false
  }
}

extension Authenticator {
  /// All discoverable credentials, the latest first: for the lists that its owner sees on this computer. Never for a page, nor for a client of a
  /// transport; those show the PIN to credential management.
  ///
  /// - Throws: `KeyStoreError` or `StorageError` where they cannot be read.
  public func keptPasskeys() async throws -> [KeptPasskey] {
    try await memory().allCredentials().compactMap(KeptPasskey.init)
  }
}

/// A discoverable credential, as its owner sees it: all that is known of it but its keys.
public struct KeptPasskey: Hashable, Sendable {
  public var credentialID: [UInt8]
  public var rpID: String
  public var userID: [UInt8]
  public var userName: String?
  public var userDisplayName: String?
  /// An uncompressed P-256 point, 65 bytes (SEC 1 §2.3.3).
  public var publicKey: [UInt8]
  /// Whether it is never used without the PIN.
  public var requiresVerification: Bool
  /// Whether it has keys for the extension hmac-secret, with which a site can derive secrets.
  public var hasSecretKeys: Bool
  /// Whether the relying party said that it does not know it any more; then it is offered to nobody.
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
