/// The format `none` (WebAuthn Level 3 §8.7): an empty statement that says nothing.
public struct NoneAttestation: AttestationStatementVerifier {
  /// The format.
  public init() {}

  /// `none`
  public var format: String { "none" }

  /// The statement has to be an empty map.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    guard input.statement.map?.isEmpty == true else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "an empty statement")
    }
    return AttestationResult(type: .none)
  }
}
