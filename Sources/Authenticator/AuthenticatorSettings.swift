import Foundation

/// The properties of an authenticator that its creator chooses.
public struct AuthenticatorSettings: Sendable {
  /// The model identifier. Zero, the default, reveals nothing about the model (E-30, E-41).
  public var aaguid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  public var profile = FlagProfile.honest
  public var attestation = AttestationKind.packedSelf
  /// The transports that the authenticator reports, such as "usb", "nfc" or "internal" (WebAuthn L3 §5.8.4).
  public var transports = ["usb"]
  /// The option `plat`: the authenticator cannot be removed from this machine.
  public var isPlatform = false
  public var firmwareVersion: UInt32 = 1
  /// The time after power-up during which the authenticator may be reset (CTAP 2.1 §6.6); `nil` for no time limit.
  public var resetWindow: Duration? = .seconds(10)
  /// `true` if the authenticator requires the PIN at each use, initially and after a reset (E-08).
  public var alwaysVerifiesAtFirst = true
  /// The maximum number of discoverable credentials.
  public var discoverableCredentials = 200
  /// The maximum length of the serialized array of large blobs; at least 1024 bytes (CTAP 2.1 §6.10).
  public var largeBlobArray = 8192
  /// The time within which a PIN/UV auth token must first be used (CTAP 2.1 §6.5.2.1, initial usage time limit).
  public var initialTokenUse: Duration = .seconds(30)

  public init() {}
}

/// The attestation of a new credential (WebAuthn L3 §8).
public enum AttestationKind: String, Hashable, Sendable, CaseIterable {
  /// No attestation.
  case none
  /// Format "packed", signed by the credential's own key. It proves that the key exists, not where it is stored.
  case packedSelf
  /// Format "tpm": the chip attests that the key was created inside it. Falls back to `packedSelf` if the store has no
  /// certified attestation key. A relying party that insists on "tpm" recognizes this from the format.
  case tpm
}

/// The backup flags that the authenticator reports in the authenticator data (WebAuthn L3 §6.1).
public enum FlagProfile: String, Hashable, Sendable, CaseIterable {
  /// Not eligible for backup, because no key ever leaves the authenticator: 0x45 at registration and 0x05 at sign-in
  /// with user verification.
  case honest
  /// The flags that iOS requires of a credential provider. BE and BS are set although nothing is backed up: 0x5D and
  /// 0x1D (E-02, E-11, E-12). The keys are as device-bound as in the other profile (E-05).
  case iosCompatible

  /// The bits that the profile sets.
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
