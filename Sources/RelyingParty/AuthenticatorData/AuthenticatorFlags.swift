/// The flags of the authenticator data (WebAuthn Level 3 §6.1). BE and BS are claims of the authenticator, never proof.
public struct AuthenticatorFlags: OptionSet, Hashable, Sendable, Codable {
  /// The byte.
  public let rawValue: UInt8
  /// Any byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: somebody was present.
  public static let userPresent = Self(rawValue: 0x01)
  /// UV: the user was verified.
  public static let userVerified = Self(rawValue: 0x04)
  /// BE: the credential may be backed up (a synced passkey).
  public static let backupEligible = Self(rawValue: 0x08)
  /// BS: the credential is backed up.
  public static let backedUp = Self(rawValue: 0x10)
  /// AT: attested credential data follows.
  public static let attestedCredentialData = Self(rawValue: 0x40)
  /// ED: extension outputs follow.
  public static let extensionData = Self(rawValue: 0x80)
}
