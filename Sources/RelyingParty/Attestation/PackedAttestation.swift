import Encoding
import X509

/// The format `packed` (WebAuthn Level 3 §8.2): signed by a key with a certificate, or by the credential's own key.
public struct PackedAttestation: AttestationStatementVerifier {
  private static let step = CeremonyStep.registration(23)

  /// The format.
  public init() {}

  /// `packed`
  public var format: String { "packed" }

  /// The verification procedure of §8.2.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    guard let number = input.statement["alg"]?.integer, let signature = input.statement["sig"]?.byteString else {
      throw WebAuthnError(Self.step, .malformedAttestation, expected: "alg and sig")
    }
    let algorithm = COSEAlgorithmIdentifier(rawValue: Int(number))
    guard let chain = input.statement["x5c"] else {
      try verifySelf(input, algorithm: algorithm, signature: Array(signature))
      return AttestationResult(type: .self)
    }
    let certificates = try AttestationCertificate.chain(chain)
    guard let leaf = certificates.first else { throw WebAuthnError(Self.step, .malformedAttestation, expected: "a certificate in x5c") }
    let key: COSEKey
    do { key = try COSEKey(leaf, algorithm: algorithm) } catch { throw WebAuthnError(Self.step, .certificateRequirements) }
    try verify(Array(signature), by: key, input)
    try AttestationCertificate.verifyRequirements(leaf, aaguid: input.credential.aaguid)
    return AttestationResult(type: .basic, trustPath: certificates)
  }

  /// Self attestation: the statement's algorithm is that of the key, and the key has signed.
  private func verifySelf(_ input: AttestationInput, algorithm: COSEAlgorithmIdentifier, signature: [UInt8]) throws(WebAuthnError) {
    let key = input.credential.credentialPublicKey
    guard algorithm == key.algorithm else {
      throw WebAuthnError(
        Self.step, .attestationAlgorithmMismatch, expected: key.algorithm.description, received: algorithm.description)
    }
    try verify(signature, by: key, input)
  }

  private func verify(_ signature: [UInt8], by key: COSEKey, _ input: AttestationInput) throws(WebAuthnError) {
    let algorithm = try input.algorithms.algorithm(of: key, at: Self.step)
    let verificationKey: any VerificationKey
    do { verificationKey = try algorithm.verificationKey(key) } catch {
      // The algorithm is known and the key is none of its keys.
      throw WebAuthnError(Self.step, .attestationAlgorithmMismatch, received: "alg \(key.algorithm)")
    }
    guard verificationKey.isValid(signature, for: input.signedBytes) else { throw WebAuthnError(Self.step, .badAttestationSignature) }
  }
}
