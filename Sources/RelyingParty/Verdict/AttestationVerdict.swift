/// What the attestation of a registration came to (WebAuthn Level 3 §7.1 steps 22 to 25).
public struct AttestationVerdict: Hashable, Sendable {
  /// Whether its chain was judged.
  public enum Trust: Hashable, Sendable {
    /// There is no chain, or no anchors were given.
    case notAssessed
    /// The chain leads to an anchor; of a `compound` every chain does.
    case trusted
  }

  /// The format of the statement.
  public var format: String
  /// The type.
  public var type: AttestationType
  /// The certificates that came with it, in DER, the attestation certificate first.
  public var certificates: [[UInt8]]
  /// Whether the chain was judged.
  public var trust: Trust
  /// The statements of a `compound` that verified; empty for other formats.
  public var parts: [AttestationVerdict] = []
  /// Whether the statement itself says that the key was made in its device and can't leave it; ``RegistrationVerdict/vouching(believing:at:)``
  /// says what that is worth.
  public var isDeviceBound = false
}
