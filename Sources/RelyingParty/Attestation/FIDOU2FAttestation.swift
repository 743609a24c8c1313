import Encoding

/// The format `fido-u2f` (WebAuthn Level 3 §8.6): what security keys made before CTAP2 sign at registration.
///
/// The AAGUID is not looked at: the format says nothing about it, and it is not signed.
public struct FIDOU2FAttestation: AttestationStatementVerifier {
  /// The format.
  public init() {}

  /// `fido-u2f`
  public var format: String { "fido-u2f" }

  /// The verification procedure of §8.6.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    guard let signature = input.statement["sig"]?.byteString else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "sig")
    }
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    guard path.count == 1 else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "exactly one certificate in x5c", received: "\(path.count)")
    }
    guard case .ellipticCurve(1, _, _)? = try? leaf.keyInfo.parameters(in: leaf.der) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "a key on P-256 in the certificate")
    }
    guard case .ellipticCurve(1, let x, let y) = input.credential.credentialPublicKey.parameters, x.count == 32, y.count == 32 else {
      throw WebAuthnError(.registration(23), .invalidPublicKey, expected: "a credential key on P-256")
    }
    let message =
      [0] + input.authenticatorData.rpIDHash + input.clientDataHash + input.credential.credentialID + [4] + x + y
    try input.verify(Array(signature), of: message, by: leaf, algorithm: .es256)
    return AttestationResult(type: .basic, trustPath: path)
  }
}
