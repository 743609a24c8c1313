/// The possible errors of a ceremony. Unless a document is named, sections are those of WebAuthn Level 3. The raw
/// values are stable: they are printed, logged and compared by other programs.
public enum WebAuthnErrorCode: String, Error, Hashable, Sendable, Codable, CaseIterable {
  // The bytes
  /// The response cannot be read as JSON (§7.1 and §7.2 step 3).
  case malformedJSON = "malformed-json"
  /// A member of the response is missing or has the wrong type (§7.1 step 3, §7.2 steps 3 and 7; extension results:
  /// step 4).
  case malformedResponse = "malformed-response"
  /// A member cannot be decoded (§7.1 step 3, §7.2 steps 3 and 7).
  case malformedBase64URL = "malformed-base64url"
  /// The client data cannot be read (§7.1 steps 5 and 6, §7.2 steps 8 and 9).
  case malformedClientData = "malformed-client-data"
  /// The attestation object (§7.1 step 13) or its statement (step 23) cannot be parsed.
  case malformedCBOR = "malformed-cbor"
  /// The authenticator data cannot be read (§7.1 step 13, §7.2 step 15; §6.1).
  case malformedAuthenticatorData = "malformed-authenticator-data"
  /// The attestation statement does not follow its format (§7.1 step 23; §8).
  case malformedAttestation = "malformed-attestation"
  /// The page sent secrets produced by PRF (§10.1.4; §7.1 and §7.2 step 4).
  case prfResultsPresent = "prf-results-present"
  // The client data
  /// The client data's `type` is wrong (§7.1 step 7, §7.2 step 10).
  case typeMismatch = "type-mismatch"
  /// The `challenge` is not the issued one (§7.1 step 8, §7.2 step 11).
  case challengeMismatch = "challenge-mismatch"
  /// The page's `origin` is not accepted (§7.1 step 9, §7.2 step 12).
  case originMismatch = "origin-mismatch"
  /// `crossOrigin` is not allowed, or there is an unexpected `topOrigin` (§7.1 steps 10 and 11, §7.2 steps 13 and 14).
  case crossOrigin = "cross-origin"
  /// The `topOrigin` is not accepted (§7.1 step 11, §7.2 step 14).
  case topOriginMismatch = "top-origin-mismatch"
  /// The confirmed `payment` is not the requested one (Secure Payment Confirmation; found with §7.2 step 14).
  case paymentMismatch = "payment-mismatch"
  // The authenticator data
  /// The RP ID hash does not match (§7.1 step 14, §7.2 step 15).
  case rpIDHashMismatch = "rpid-hash-mismatch"
  /// The UP flag is missing (§7.1 step 15, §7.2 step 16).
  case userNotPresent = "user-not-present"
  /// The UV flag is required but missing (§7.1 step 16, §7.2 step 17).
  case userNotVerified = "user-not-verified"
  /// The BS flag is set without BE (§7.1 step 17, §7.2 step 18).
  case backupStateInconsistent = "backup-state-inconsistent"
  /// The BE flag differs from the record (§7.2 step 19).
  case backupEligibilityChanged = "backup-eligibility-changed"
  /// The policy does not accept the BE flag's value (§7.1 step 18, §7.2 step 19).
  case backupEligibilityRefused = "backup-eligibility-refused"
  /// The policy does not accept the BS flag's value (§7.2 step 19).
  case backupStateRefused = "backup-state-refused"
  /// The signature counter did not increase (§7.2 step 22; §6.1.1).
  case counterRegression = "counter-regression"
  /// The policy does not accept an unsolicited extension output (§7.1 step 21, §7.2 step 23).
  case unsolicitedExtension = "unsolicited-extension"
  /// An extension output has the wrong type (§7.1 step 21, §7.2 step 23).
  case malformedExtensionOutput = "malformed-extension-output"
  /// An extension output does not meet the request's requirement (§7.1 step 21).
  case extensionOutputRefused = "extension-output-refused"
  // The credential
  /// The members that identify the credential do not match (§7.1 step 26, §7.2 step 6; `rawId`: step 3).
  case credentialIDMismatch = "credential-id-mismatch"
  /// The credential id is empty or too long (§7.1 step 26).
  case credentialIDTooLong = "credential-id-too-long"
  /// The credential is not among the allowed ones (§7.2 step 5).
  case credentialNotAllowed = "credential-not-allowed"
  /// A required user handle is missing (§7.2 step 6).
  case userHandleMissing = "user-handle-missing"
  /// The user handle belongs to a different account (§7.2 step 6).
  case userHandleMismatch = "user-handle-mismatch"
  // The key and its signature
  /// The key's algorithm was not requested (§7.1 step 20), or is no longer allowed to sign (§7.2 step 21).
  case algorithmNotAllowed = "alg-not-allowed"
  /// The key is of a kind that cannot be verified here (§7.1 step 20, §7.2 step 21).
  case unsupportedPublicKey = "unsupported-public-key"
  /// The key is malformed (§7.1 steps 13 and 20, §7.2 step 21; §6.5.1.1).
  case invalidPublicKey = "invalid-public-key"
  /// The assertion's signature does not verify (§7.2 step 21).
  case badSignature = "bad-signature"
  // The attestation
  /// The statement's format cannot be verified here (§7.1 step 22).
  case unsupportedFormat = "unsupported-format"
  /// The statement's signature does not verify (§7.1 step 23).
  case badAttestationSignature = "bad-attestation-signature"
  /// The statement's `alg` contradicts its key (§7.1 step 23; §8.2).
  case attestationAlgorithmMismatch = "attestation-alg-mismatch"
  /// The attestation certificate does not meet its format's requirements (§7.1 step 23; §8.2.1, §8.3.1).
  case certificateRequirements = "certificate-requirements"
  /// The AAGUID in the certificate, or App Attest's environment, does not match (§7.1 step 23; §8.2).
  case aaguidMismatch = "aaguid-mismatch"
  /// The key in the statement is not the credential's key (§7.1 step 23).
  case attestationKeyMismatch = "attestation-key-mismatch"
  /// The hash in the statement does not belong to this ceremony (§7.1 step 23).
  case attestationChallengeMismatch = "attestation-challenge-mismatch"
  /// The nonce in Apple's certificate does not match (§7.1 step 23; §8.8).
  case appleNonceMismatch = "apple-nonce-mismatch"
  /// Android's key description does not permit the key (§7.1 step 23; §8.4).
  case androidKeyAuthorization = "android-key-authorization"
  /// The SafetyNet response has the wrong signer (§7.1 step 23; §8.5).
  case safetyNetHostname = "safetynet-hostname"
  /// `ctsProfileMatch` is not `true` (§7.1 step 23; §8.5).
  case safetyNetCTS = "safetynet-cts"
  /// The SafetyNet response is from the wrong time (§7.1 step 23; §8.5).
  case safetyNetTime = "safetynet-time"
  /// A certificate is not valid at the given time (§7.1 steps 24 and 25; RFC 5280 §4.1.2.5).
  case certificateExpired = "certificate-expired"
  /// The chain does not lead to a trust anchor (§7.1 steps 24 and 25; RFC 5280 §6).
  case untrustedChain = "untrusted-chain"
  /// The policy does not accept the format (§7.1 step 22).
  case attestationFormatRefused = "attestation-format-refused"
  /// The policy does not accept the model (§7.1 step 25).
  case aaguidRefused = "aaguid-refused"
  /// The policy does not accept the attestation type (§7.1 step 25).
  case attestationTypeRefused = "attestation-type-refused"
  /// The statement uses SHA-1 (§7.1 step 23).
  case insecureAlgorithm = "insecure-algorithm"
  // The metadata
  /// The policy does not accept the model's status or certification (§7.1 step 25; FIDO Metadata Service §3.1.4).
  case metadataStatusRefused = "metadata-status-refused"
  /// The metadata do not list the model, and the policy accepts only known models (§7.1 step 25).
  case metadataUnknownAuthenticator = "metadata-unknown-authenticator"
  // The two halves
  /// The two halves of a ceremony are for different uses. This is checked before the first step.
  case useMismatch = "use-mismatch"
  // A captured ceremony
  /// The captured ceremony cannot be read.
  case malformedRow = "malformed-row"
}

extension WebAuthnErrorCode {
  /// One sentence for developers that says what is wrong and, where possible, what to do.
  public var sentence: String {
    switch self {
    case .malformedJSON: "The response is not valid JSON, or an object in it has the same member twice."
    case .malformedResponse: "The response lacks a member, or a member has the wrong type."
    case .malformedBase64URL: "A member is not base64url without padding."
    case .malformedClientData: "The client data is not UTF-8, or not a JSON object with type, challenge and origin."
    case .malformedCBOR: "The attestation object or something in it is not CBOR in the form that CTAP2 prescribes."
    case .malformedAuthenticatorData:
      "The authenticator data is too short, too long, or its flags contradict its content."
    case .malformedAttestation: "The attestation statement lacks a member, or a member has the wrong type."
    case .prfResultsPresent:
      "The response carries PRF outputs, which are secrets: strip prf.results from clientExtensionResults before "
        + "sending it."
    case .typeMismatch: "The client data is of another type: it comes from the other ceremony, or from another program."
    case .challengeMismatch: "The challenge is not the one that was given out for this ceremony."
    case .originMismatch:
      "The origin of the page is not one that this relying party accepts; it is compared character by character."
    case .crossOrigin: "The ceremony ran in a frame of another site, which the policy does not allow."
    case .topOriginMismatch: "The page around the frame is not one that this relying party accepts."
    case .paymentMismatch: "The payment that was confirmed is not the one that was asked for."
    case .rpIDHashMismatch: "The authenticator answered for another RP ID."
    case .userNotPresent: "The authenticator did not test that somebody is present."
    case .userNotVerified: "User verification was required, and the authenticator did not do it."
    case .backupStateInconsistent: "The credential claims to be backed up and not to be eligible for backup."
    case .backupEligibilityChanged:
      "Backup eligibility differs from that at registration, and it never changes for one credential."
    case .backupEligibilityRefused: "The policy does not accept a credential with this backup eligibility."
    case .backupStateRefused: "The policy does not accept a credential that says it is backed up."
    case .counterRegression: "The signature counter did not grow: the authenticator may have been cloned."
    case .unsolicitedExtension: "An extension answered that was not asked for, and the policy refuses that."
    case .malformedExtensionOutput:
      "The output of an extension that was asked for is not of the kind that the extension prescribes."
    case .extensionOutputRefused:
      "The authenticator did not do what was asked of an extension, and the request said that this is worse than no "
        + "credential."
    case .credentialIDMismatch:
      "The credential id differs between id, rawId, the authenticator data and the stored credential."
    case .credentialIDTooLong: "The credential id is empty or longer than 1023 bytes."
    case .credentialNotAllowed: "The credential is not one of those that the request allowed."
    case .userHandleMissing:
      "Nobody was named before the ceremony, so the response has to carry a user handle, and it does not."
    case .userHandleMismatch: "The user handle belongs to another account."
    case .algorithmNotAllowed: "The key's algorithm is not one that the options asked for."
    case .unsupportedPublicKey: "The public key is of a kind that cannot be verified here."
    case .invalidPublicKey:
      "The public key is not valid: a wrong length, a point off its curve, or a curve that does not fit the algorithm."
    case .badSignature: "The signature does not verify with the credential's public key."
    case .unsupportedFormat: "The attestation statement has a format that cannot be verified here."
    case .badAttestationSignature: "The signature of the attestation statement does not verify."
    case .attestationAlgorithmMismatch: "The algorithm of the attestation statement contradicts the key that signed it."
    case .certificateRequirements: "The attestation certificate does not meet the requirements of its format."
    case .aaguidMismatch: "The AAGUID in the certificate is not the one in the authenticator data."
    case .attestationKeyMismatch: "The attestation is about another key than the credential's."
    case .attestationChallengeMismatch:
      "The attestation was made for other authenticator data, or for another challenge."
    case .appleNonceMismatch: "The nonce in the certificate is not the hash of this ceremony."
    case .androidKeyAuthorization:
      "The key description says that the key is not one that was made for signing, for one app alone."
    case .safetyNetHostname: "The SafetyNet response is signed by another host than attest.android.com."
    case .safetyNetCTS: "SafetyNet says that the device does not pass the compatibility tests."
    case .safetyNetTime: "The SafetyNet response was not made at the time of this ceremony."
    case .certificateExpired: "A certificate of the chain is not valid at the given time."
    case .untrustedChain: "The certificates do not lead to a trust anchor that was given."
    case .attestationFormatRefused: "The policy does not accept an attestation statement of this format."
    case .aaguidRefused:
      "The policy does not accept this model of authenticator, or wants somebody trusted to vouch for its name."
    case .attestationTypeRefused: "The policy does not accept an attestation of this type."
    case .insecureAlgorithm: "The statement is signed with an algorithm that is no longer safe."
    case .metadataStatusRefused:
      "The metadata report a status of this model, or a certification, that the policy does not accept."
    case .metadataUnknownAuthenticator:
      "The metadata do not know this model, or nothing vouches for it, and the policy accepts only known ones."
    case .useMismatch: "The ceremony was begun for another use than the one whose policy finishes it."
    case .malformedRow: "The row is not a captured ceremony: a field is missing or has the wrong type."
    }
  }
}
