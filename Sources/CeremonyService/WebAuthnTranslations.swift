import Encoding
import Foundation
import Model
import RelyingParty
import Vocabulary

extension Rejection {
  /// Translates the relying party's findings into what a person can do about them. This is the only such table.
  init(_ code: WebAuthnErrorCode) {
    self =
      switch code {
      case .originMismatch, .crossOrigin, .topOriginMismatch, .rpIDHashMismatch: .wrongPlace
      case .userNotPresent, .userNotVerified: .unverifiedPerson
      case .counterRegression: .copied
      case .credentialNotAllowed: .unknownKey
      case .challengeMismatch: .expired
      case .algorithmNotAllowed, .unsupportedPublicKey, .unsupportedFormat, .attestationTypeRefused, .untrustedChain,
        .insecureAlgorithm,
        .backupEligibilityRefused, .backupStateRefused, .certificateExpired, .certificateRequirements,
        .attestationFormatRefused, .aaguidRefused,
        .extensionOutputRefused, .metadataStatusRefused, .metadataUnknownAuthenticator:
        .unsupported
      case .malformedJSON, .malformedResponse, .malformedBase64URL, .malformedClientData, .malformedCBOR,
        .malformedAuthenticatorData,
        .malformedAttestation, .malformedRow, .prfResultsPresent, .typeMismatch, .backupStateInconsistent,
        .backupEligibilityChanged,
        .unsolicitedExtension, .credentialIDMismatch, .credentialIDTooLong, .userHandleMissing, .userHandleMismatch,
        .invalidPublicKey,
        .badSignature, .badAttestationSignature, .attestationAlgorithmMismatch, .aaguidMismatch,
        .attestationKeyMismatch,
        .attestationChallengeMismatch, .appleNonceMismatch, .androidKeyAuthorization, .safetyNetHostname, .safetyNetCTS,
        .safetyNetTime,
        .malformedExtensionOutput, .paymentMismatch, .useMismatch:
        .invalid
      }
  }
}

extension Credential {
  init(_ record: CredentialRecord, account: AccountID, vouching: String?, createdAt: Date, lastUsedAt: Date? = nil) {
    self.init(
      id: KeyID(rawValue: Base64URL.encode(record.id)), account: account, publicKey: record.publicKey,
      signCount: record.signCount,
      wasUserVerified: record.uvInitialized,
      isBackupEligible: record.backupEligible == .unknown ? nil : record.backupEligible == .eligible,
      isBackedUp: record.backupState, transports: record.transports.map(\.rawValue).filter { !$0.contains(",") },
      aaguid: record.aaguid.bytes,
      attestationFormat: record.attestationFormat, vouching: vouching, createdAt: createdAt, lastUsedAt: lastUsedAt)
  }
}

extension CredentialRecord {
  init(_ credential: Credential) {
    self.init(
      id: Base64URL.decode(credential.id.rawValue) ?? [], publicKey: credential.publicKey,
      signCount: credential.signCount,
      uvInitialized: credential.wasUserVerified, transports: credential.transports.map(AuthenticatorTransport.init),
      backupEligible: credential.isBackupEligible.map { $0 ? .eligible : .notEligible } ?? .unknown,
      backupState: credential.isBackedUp,
      userHandle: credential.account.bytes, aaguid: AAGUID(credential.aaguid) ?? .zero,
      attestationFormat: credential.attestationFormat)
  }
}

extension PublicKeyCredentialDescriptor {
  init?(_ credential: Credential) {
    guard let id = Base64URL.decode(credential.id.rawValue) else { return nil }
    self.init(id: id, transports: credential.transports.map(AuthenticatorTransport.init))
  }
}
