import Encoding

/// The format `packed` (WebAuthn Level 3 §8.2): signed by a key with a certificate, or by the credential's own key.
public struct PackedAttestation: AttestationStatementVerifier {
  /// Creates the verifier.
  public init() {}

  /// The identifier `packed`.
  public var format: String { "packed" }

  /// Verifies a statement according to §8.2.
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

  /// Verifies a self attestation: the statement's algorithm is that of the key, and the key made the signature.
  private func verifySelf(_ input: AttestationInput, algorithm: COSEAlgorithmIdentifier, signature: [UInt8])
    throws(WebAuthnError)
  {
    let key = input.credential.credentialPublicKey
    guard algorithm == key.algorithm else {
      throw WebAuthnError(
        .registration(23), .attestationAlgorithmMismatch, expected: key.algorithm.description,
        received: algorithm.description)
    }
    guard input.credentialKey.isValid(signature, for: input.signedBytes) else {
      throw WebAuthnError(.registration(23), .badAttestationSignature)
    }
  }
}

/// The format `fido-u2f` (WebAuthn Level 3 §8.6): the statement that security keys older than CTAP2 sign at
/// registration.
///
/// The AAGUID is ignored: the format does not specify it, and it is not signed.
public struct FIDOU2FAttestation: AttestationStatementVerifier {
  /// Creates the verifier.
  public init() {}

  /// The identifier `fido-u2f`.
  public var format: String { "fido-u2f" }

  /// Verifies a statement according to §8.6.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    guard let signature = input.statement["sig"]?.byteString else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "sig")
    }
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    guard path.count == 1 else {
      throw WebAuthnError(
        .registration(23), .malformedAttestation, expected: "exactly one certificate in x5c", received: "\(path.count)")
    }
    guard case .ellipticCurve(1, _, _)? = try? leaf.keyInfo.parameters(in: leaf.der) else {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "a key on P-256 in the certificate")
    }
    guard case .ellipticCurve(1, let x, let y) = input.credential.credentialPublicKey.parameters, x.count == 32,
      y.count == 32
    else {
      throw WebAuthnError(.registration(23), .invalidPublicKey, expected: "a credential key on P-256")
    }
    let message =
      [0] + input.authenticatorData.rpIDHash + input.clientDataHash + input.credential.credentialID + [4] + x + y
    try input.verify(Array(signature), of: message, by: leaf, algorithm: .es256)
    return AttestationResult(type: .basic, trustPath: path)
  }
}
