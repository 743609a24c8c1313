extension WebAuthnErrorCode {
  /// The next step for the developer of the page or server; `nil` if the code's sentence says everything.
  public var advice: String? {
    switch self {
    case .malformedJSON, .malformedResponse, .malformedBase64URL:
      "Send what credential.toJSON() gives, unchanged, and look for something between page and server that rewrites it."
    case .malformedClientData: "Send clientDataJSON byte for byte; do not parse it and write it anew."
    case .malformedCBOR, .malformedAuthenticatorData:
      "Compare the bytes with what the browser gave. If they are the same, the authenticator or its driver made them: "
        + "try another one."
    case .prfResultsPresent: nil
    case .typeMismatch:
      "Check that a registration is sent to the endpoint for registrations, and a sign-in to the one for sign-ins."
    case .challengeMismatch:
      "Check that page and server mean the same ceremony: the challenge of the latest options, used once, and in the "
        + "same form on both sides."
    case .originMismatch:
      "Add the page's origin to those that are accepted, with its scheme and port and without a slash at the end, or "
        + "open the right page."
    case .crossOrigin:
      "Open the page by itself, or allow frames of other sites and name the pages that may be around it."
    case .topOriginMismatch: "Name the page around the frame among the accepted top origins."
    case .paymentMismatch: "Compare the payment in the options with the one that was confirmed."
    case .rpIDHashMismatch: "Use the same RP ID in the options and when verifying: a host name without scheme and port."
    case .userNotPresent:
      "Ask again. Where the browser made a credential without a touch on purpose, do not demand presence."
    case .userNotVerified:
      "Ask for userVerification \"required\" in the options too, or do not demand it when verifying."
    case .backupStateInconsistent: "The authenticator contradicts itself; try another one, or ask its maker."
    case .backupEligibilityChanged:
      "Check that the record is this credential's, and that its backup eligibility was written down at registration."
    case .backupEligibilityRefused, .backupStateRefused: "Use another authenticator, or change the policy."
    case .counterRegression:
      "If nobody copied the authenticator, check that the stored counter is this credential's, and that it is written "
        + "after each sign-in."
    case .unsolicitedExtension: "Ask for the extension, or pass over what was not asked for."
    case .malformedExtensionOutput, .extensionOutputRefused:
      "Leave the extension out of the options, or use an authenticator that supports it."
    case .credentialIDMismatch:
      "Check that the stored record was looked up by the id of this response, and that id and rawId arrive unchanged."
    case .credentialIDTooLong: "The authenticator made an id that nobody may accept; try another one."
    case .credentialNotAllowed: "Check allowCredentials: the id has to be among them, unless the list is empty."
    case .userHandleMissing:
      "Make the credential discoverable (residentKey \"required\"), or name the account before the ceremony."
    case .userHandleMismatch:
      "Look the account up by the user handle of the response, and compare it with the one that was set at "
        + "registration."
    case .algorithmNotAllowed:
      "Add the algorithm to pubKeyCredParams if it should be accepted; else the authenticator ignored the list."
    case .unsupportedPublicKey:
      "Ask for other algorithms in pubKeyCredParams; ES256 is the one that all authenticators have."
    case .invalidPublicKey: "Check that the stored key is the COSE key of the registration, byte for byte."
    case .badSignature:
      "Check that the stored key belongs to this credential, and that clientDataJSON and authenticatorData arrive "
        + "byte for byte as they were signed."
    case .malformedAttestation, .badAttestationSignature, .attestationAlgorithmMismatch, .certificateRequirements,
      .aaguidMismatch,
      .attestationKeyMismatch, .attestationChallengeMismatch, .appleNonceMismatch, .androidKeyAuthorization,
      .insecureAlgorithm:
      "If you do not need to know the model of the authenticator, ask for attestation \"none\". Else try another "
        + "authenticator, or ask its maker."
    case .unsupportedFormat, .attestationFormatRefused, .attestationTypeRefused:
      "If you do not need to know the model of the authenticator, ask for attestation \"none\". Else accept this kind "
        + "of statement."
    case .safetyNetHostname, .safetyNetCTS, .safetyNetTime:
      "This format is retired; ask for attestation \"none\", or use another device."
    case .certificateExpired: "Check the clock, and the moment at which the chain is judged."
    case .untrustedChain:
      "Add the maker's root certificate to the anchors, for example from the FIDO metadata, or do not demand trust."
    case .aaguidRefused, .metadataStatusRefused, .metadataUnknownAuthenticator:
      "Use another model of authenticator, or change the policy."
    case .useMismatch: "Finish the ceremony with the policy of the use that it was begun for."
    case .malformedRow: "Compare the row with the table of fields in docs/VERIFY.md."
    }
  }
}
