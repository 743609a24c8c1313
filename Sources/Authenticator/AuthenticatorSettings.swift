import Foundation

/// What an authenticator is, as far as whoever starts it decides.
public struct AuthenticatorSettings: Sendable {
  /// The model. Zero, the default, says nothing about it (E-30, E-41).
  public var aaguid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  public var profile = FlagProfile.honest
  public var attestation = AttestationKind.packedSelf
  /// How it says that it can be reached: "usb", "nfc", "internal" (WebAuthn L3 §5.8.4).
  public var transports = ["usb"]
  /// The option `plat`: it cannot be taken off this machine.
  public var isPlatform = false
  public var firmwareVersion: UInt32 = 1
  /// How long after power-up it may be reset (CTAP 2.1 §6.6); `nil`: always.
  public var resetWindow: Duration? = .seconds(10)
  /// Whether it begins, and begins again after a reset, by asking for the PIN at each use (E-08).
  public var alwaysVerifiesAtFirst = true
  /// How many discoverable credentials it keeps.
  public var discoverableCredentials = 200
  /// How long the serialized array of large blobs may be; at least 1024 bytes (CTAP 2.1 §6.10).
  public var largeBlobArray = 8192
  /// How long a PIN/UV auth token waits for its first use (CTAP 2.1 §6.5.2.1, initial usage time limit).
  public var initialTokenUse: Duration = .seconds(30)

  public init() {}
}

/// What a new credential is attested with (WebAuthn L3 §8).
public enum AttestationKind: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Format "packed", signed by the credential's own key: it proves that the key exists, not where.
  case packedSelf
  /// Format "tpm": the chip says that the key was made inside it. Where the store has no certified attestation key it is `packedSelf` instead;
  /// a relying party that insists on "tpm" sees that in the format.
  case tpm
}

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
