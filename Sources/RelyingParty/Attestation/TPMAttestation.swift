import Encoding

/// The format `tpm` (WebAuthn Level 3 §8.3): a TPM certifies the credential's key with an attestation identity key,
/// which has a certificate.
public struct TPMAttestation: AttestationStatementVerifier {
  /// `true` to accept statements that depend on SHA-1 (`RS1`), as produced by Windows' oldest TPMs. The default is
  /// `false`.
  public var acceptsSHA1: Bool

  /// Creates the verifier.
  public init(acceptsSHA1: Bool = false) { self.acceptsSHA1 = acceptsSHA1 }

  /// The identifier `tpm`.
  public var format: String { "tpm" }

  /// Verifies a statement according to §8.3.
  public func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult {
    let step = CeremonyStep.registration(23)
    guard input.statement["ver"]?.text == "2.0" else {
      throw WebAuthnError(step, .malformedAttestation, expected: "ver 2.0", received: input.statement["ver"]?.text)
    }
    guard let certInfo = input.statement["certInfo"]?.byteString, let pubArea = input.statement["pubArea"]?.byteString
    else {
      throw WebAuthnError(step, .malformedAttestation, expected: "certInfo and pubArea")
    }
    let (algorithm, signature) = try input.algorithmAndSignature()
    let isFixed = try verifyKey(pubArea, certInfo: certInfo, algorithm: algorithm, input)
    let (leaf, path) = try AttestationCertificate.chain(input.statement)
    var signed = input
    if acceptsSHA1 { signed.algorithms = input.algorithms.adding(RS1()) }
    try signed.verify(signature, of: Array(certInfo), by: leaf, algorithm: algorithm)
    try AttestationCertificate.verifyTPM(leaf, aaguid: input.credential.aaguid)
    return AttestationResult(type: .attestationCA, trustPath: path, isDeviceBound: isFixed)
  }

  /// Verifies that the public area belongs to the credential's key, and that the structure signed by the TPM names that
  /// key and this ceremony.
  /// - Returns: `true` if the statement says, and not only by SHA-1, that the key can't leave the TPM.
  private func verifyKey(
    _ pubArea: ArraySlice<UInt8>, certInfo: ArraySlice<UInt8>, algorithm: COSEAlgorithmIdentifier,
    _ input: AttestationInput
  ) throws(WebAuthnError) -> Bool {
    let step = CeremonyStep.registration(23)
    let area: TPMPublicArea
    let certification: TPMCertification
    do { area = try TPMPublicArea(pubArea) } catch {
      throw WebAuthnError(step, .malformedAttestation, expected: "pubArea as TPMT_PUBLIC of a signing key")
    }
    do { certification = try TPMCertification(certInfo) } catch {
      throw WebAuthnError(step, .malformedAttestation, expected: "certInfo as TPMS_ATTEST made by TPM2_Certify")
    }
    guard area.key == input.credential.credentialPublicKey.parameters else {
      throw WebAuthnError(step, .attestationKeyMismatch, expected: "the credential's public key in pubArea")
    }
    guard let hash = TPMHash(algorithm) else {
      throw WebAuthnError(step, .unsupportedPublicKey, received: "alg \(algorithm)")
    }
    guard acceptsSHA1 || (hash != .sha1 && area.nameAlgorithm != .sha1) else {
      throw WebAuthnError(step, .insecureAlgorithm, received: "SHA-1")
    }
    guard certification.extraData.elementsEqual(hash.digest(of: input.signedBytes)) else {
      throw WebAuthnError(
        step, .attestationChallengeMismatch, expected: "the hash of authenticator data and client data in extraData")
    }
    let algorithmNumber = area.nameAlgorithm.rawValue
    let name =
      [UInt8(algorithmNumber >> 8), UInt8(algorithmNumber & 0xff)] + area.nameAlgorithm.digest(of: Array(pubArea))
    guard certification.name.elementsEqual(name) else {
      throw WebAuthnError(step, .attestationKeyMismatch, expected: "the name of the key in pubArea in certInfo")
    }
    return area.isFixed && hash != .sha1 && area.nameAlgorithm != .sha1
  }
}
