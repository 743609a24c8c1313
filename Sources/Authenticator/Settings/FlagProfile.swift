/// What the authenticator says of itself in the flags of the authenticator data (WebAuthn L3 §6.1).
public enum FlagProfile: String, Hashable, Sendable, CaseIterable {
  /// Not eligible for backup, because no key ever leaves: 0x45 at registration and 0x05 at sign-in, where the person was verified.
  case honest
  /// What iOS demands of a credential provider: BE and BS are set though nothing is backed up, 0x5D and 0x1D (E-02, E-11, E-12). The keys stay
  /// as bound as in the other profile (E-05).
  case iosCompatible

  /// The bits that it adds.
  var backupFlags: AuthenticatorFlagBits {
    switch self {
    case .honest: []
    case .iosCompatible: [.backupEligible, .backedUp]
    }
  }
}

/// The flags of the authenticator data (WebAuthn L3 §6.1).
struct AuthenticatorFlagBits: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  static let userPresent = Self(rawValue: 0x01), userVerified = Self(rawValue: 0x04)
  static let backupEligible = Self(rawValue: 0x08), backedUp = Self(rawValue: 0x10)
  static let attestedCredential = Self(rawValue: 0x40), extensions = Self(rawValue: 0x80)
}
