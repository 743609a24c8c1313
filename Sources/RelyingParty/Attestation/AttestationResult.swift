import X509

/// What a verification procedure found: the type, and the trust path (WebAuthn Level 3 §6.5.4).
public struct AttestationResult: Sendable {
  /// The type.
  public var type: AttestationType
  /// The trust path as it came, the attestation certificate first; empty where the format or the type has none.
  public var trustPath: [Certificate]

  /// A finding.
  public init(type: AttestationType, trustPath: [Certificate] = []) { (self.type, self.trustPath) = (type, trustPath) }
}
