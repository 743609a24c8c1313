/// What can be wrong with a ceremony. The raw values are stable: they are printed, logged and compared by other programs.
public enum WebAuthnErrorCode: String, Error, Hashable, Sendable, Codable, CaseIterable {
  // The bytes
  case malformedJSON = "malformed-json"
  case malformedResponse = "malformed-response"
  case malformedBase64URL = "malformed-base64url"
  case malformedClientData = "malformed-client-data"
  case malformedCBOR = "malformed-cbor"
  case malformedAuthenticatorData = "malformed-authenticator-data"
  case malformedAttestation = "malformed-attestation"
  case prfResultsPresent = "prf-results-present"
  // The client data
  case typeMismatch = "type-mismatch"
  case challengeMismatch = "challenge-mismatch"
  case originMismatch = "origin-mismatch"
  case crossOrigin = "cross-origin"
  case topOriginMismatch = "top-origin-mismatch"
  case paymentMismatch = "payment-mismatch"
  // The authenticator data
  case rpIDHashMismatch = "rpid-hash-mismatch"
  case userNotPresent = "user-not-present"
  case userNotVerified = "user-not-verified"
  case backupStateInconsistent = "backup-state-inconsistent"
  case backupEligibilityChanged = "backup-eligibility-changed"
  case backupEligibilityRefused = "backup-eligibility-refused"
  case backupStateRefused = "backup-state-refused"
  case counterRegression = "counter-regression"
  case unsolicitedExtension = "unsolicited-extension"
  case malformedExtensionOutput = "malformed-extension-output"
  case extensionOutputRefused = "extension-output-refused"
  // The credential
  case credentialIDMismatch = "credential-id-mismatch"
  case credentialIDTooLong = "credential-id-too-long"
  case credentialNotAllowed = "credential-not-allowed"
  case userHandleMissing = "user-handle-missing"
  case userHandleMismatch = "user-handle-mismatch"
  // The key and its signature
  case algorithmNotAllowed = "alg-not-allowed"
  case unsupportedPublicKey = "unsupported-public-key"
  case invalidPublicKey = "invalid-public-key"
  case badSignature = "bad-signature"
  // The attestation
  case unsupportedFormat = "unsupported-format"
  case badAttestationSignature = "bad-attestation-signature"
  case attestationAlgorithmMismatch = "attestation-alg-mismatch"
  case certificateRequirements = "certificate-requirements"
  case aaguidMismatch = "aaguid-mismatch"
  case certificateExpired = "certificate-expired"
  case untrustedChain = "untrusted-chain"
  case attestationFormatRefused = "attestation-format-refused"
  case aaguidRefused = "aaguid-refused"
  case attestationTypeRefused = "attestation-type-refused"
  case insecureAlgorithm = "insecure-algorithm"
  // The two halves
  case useMismatch = "use-mismatch"
  // A captured ceremony
  case malformedRow = "malformed-row"
}
