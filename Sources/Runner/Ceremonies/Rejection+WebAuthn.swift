import Vocabulary
import RelyingParty

extension Rejection {
  /// The one table from what the relying party found to what a person can do about it.
  init(_ code: WebAuthnErrorCode) {
    self =
      switch code {
      case .originMismatch, .crossOrigin, .topOriginMismatch, .rpIDHashMismatch: .wrongPlace
      case .userNotPresent, .userNotVerified: .unverifiedPerson
      case .counterRegression: .copied
      case .credentialNotAllowed: .unknownKey
      case .challengeMismatch: .expired
      case .algorithmNotAllowed, .unsupportedPublicKey, .unsupportedFormat, .attestationTypeRefused, .untrustedChain, .insecureAlgorithm,
        .backupEligibilityRefused, .backupStateRefused, .certificateExpired, .certificateRequirements, .attestationFormatRefused, .aaguidRefused,
        .extensionOutputRefused, .metadataStatusRefused, .metadataUnknownAuthenticator:
        .unsupported
      case .malformedJSON, .malformedResponse, .malformedBase64URL, .malformedClientData, .malformedCBOR, .malformedAuthenticatorData,
        .malformedAttestation, .malformedRow, .prfResultsPresent, .typeMismatch, .backupStateInconsistent, .backupEligibilityChanged,
        .unsolicitedExtension, .credentialIDMismatch, .credentialIDTooLong, .userHandleMissing, .userHandleMismatch, .invalidPublicKey,
        .badSignature, .badAttestationSignature, .attestationAlgorithmMismatch, .aaguidMismatch, .attestationKeyMismatch,
        .attestationChallengeMismatch, .appleNonceMismatch, .androidKeyAuthorization, .safetyNetHostname, .safetyNetCTS, .safetyNetTime,
        .malformedExtensionOutput, .paymentMismatch, .useMismatch:
        .invalid
      }
  }
}
