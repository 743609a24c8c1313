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
  init?(_ credential: Credential) {
    guard let account = credential.account else { return nil }
    self.init(
      credentialID: credential.id, rpID: account.rpID, userID: account.user.id, userName: account.user.name,
      userDisplayName: account.user.displayName, publicKey: account.publicKey, requiresVerification: credential.requiresVerification,
      hasSecretKeys: credential.secretKeys != nil,
      isHidden: account.isHidden)
  }
}
