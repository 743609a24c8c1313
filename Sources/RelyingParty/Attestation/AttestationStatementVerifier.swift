/// Verifies the statements of one format (WebAuthn Level 3 §8). Conform to it to add a format, also from another module.
public protocol AttestationStatementVerifier: Sendable {
  /// The identifier of the format, compared byte by byte (§8.1).
  var format: String { get }

  /// The verification procedure of the format. The chain is assessed later, against the caller's anchors.
  func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult
}
