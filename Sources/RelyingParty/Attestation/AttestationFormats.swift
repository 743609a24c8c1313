/// The attestation formats (WebAuthn Level 3 §8) that a relying party can verify.
public struct AttestationFormats: Sendable {
  private var verifiers: [any AttestationStatementVerifier]

  /// A list of formats; of two with the same identifier the last counts.
  public init(_ verifiers: [any AttestationStatementVerifier]) { self.verifiers = verifiers.reversed() }

  /// All formats that WebAuthn Level 3 §8 defines, and `apple-appattest`.
  public static let standard = Self([
    CompoundAttestation(), AppleAppAttestation(), AndroidSafetyNetAttestation(), AndroidKeyAttestation(), TPMAttestation(), AppleAttestation(),
    FIDOU2FAttestation(), PackedAttestation(), NoneAttestation(),
  ])

  /// These and others.
  public func adding(_ others: any AttestationStatementVerifier...) -> Self { Self(verifiers.reversed() + others) }

  /// The verifier of a format.
  public subscript(format: String) -> (any AttestationStatementVerifier)? {
    for verifier in verifiers where verifier.format == format { return verifier }
    return nil
  }

  /// The identifiers of all.
  public var identifiers: [String] { verifiers.map(\.format) }
}
