/// What a verification procedure found: the type, and the trust path (WebAuthn Level 3 §6.5.4).
public struct AttestationResult: Sendable {
  /// One of the statements of a `compound`.
  public struct Part: Sendable {
    /// Its format.
    public var format: String
    /// What was found in it.
    public var result: AttestationResult
  }

  /// The type; of a `compound` that of the first part.
  public var type: AttestationType
  /// The trust path as it came, the attestation certificate first; empty where the format or the type has none.
  public var trustPath: [X509Certificate]
  /// The parts of a `compound` that verified.
  public var parts: [Part]
  /// Whether the statement itself says that the key was made in its device and can't leave it. Worth as much as its chain.
  public var isDeviceBound: Bool

  /// A finding.
  public init(type: AttestationType, trustPath: [X509Certificate] = [], parts: [Part] = [], isDeviceBound: Bool = false) {
    (self.type, self.trustPath, self.parts, self.isDeviceBound) = (type, trustPath, parts, isDeviceBound)
  }
}
