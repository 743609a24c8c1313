import Encoding

/// The format `packed` (WebAuthn Level 3 §8.2): signed by a key with a certificate, or by the credential's own key.
public struct PackedAttestation: AttestationStatementVerifier {
  /// The format.
  public init() {}

  /// `packed`
  public var format: String { "packed" }

  /// The verification procedure of §8.2.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let (algorithm, signature) = try input.algorithmAndSignature()
    guard input.statement["x5c"] != nil else {
      try verifySelf(input, algorithm: algorithm, signature: signature)
      return AttestationResult(type: .self)
    }
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    try input.verify(signature, of: input.signedBytes, by: leaf, algorithm: algorithm)
    try AttestationCertificate.verifyPacked(leaf, aaguid: input.credential.aaguid)
    return AttestationResult(type: .basic, trustPath: path)
  }

  /// Self attestation: the statement's algorithm is that of the key, and the key has signed.
  private func verifySelf(_ input: AttestationInput, algorithm: COSEAlgorithmIdentifier, signature: [UInt8]) throws(WebAuthnError) {
    let key = input.credential.credentialPublicKey
    guard algorithm == key.algorithm else {
      throw WebAuthnError(
        .registration(23), .attestationAlgorithmMismatch, expected: key.algorithm.description, received: algorithm.description)
    }
    guard input.credentialKey.isValid(signature, for: input.signedBytes) else { throw WebAuthnError(.registration(23), .badAttestationSignature) }
  }
}
