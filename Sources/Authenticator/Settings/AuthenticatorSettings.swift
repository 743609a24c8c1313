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
