/// A successful registration (WebAuthn Level 3 §7.1).
public struct RegistrationVerdict: Sendable {
  /// The record to store. First make sure that no account already has a credential with this id (§7.1 step 27).
  public var credential: CredentialRecord
  /// `true` if the user was verified.
  public var userVerified: Bool
  /// The verdict on the registration's attestation.
  public var attestation: AttestationVerdict
  /// The metadata's verdict on the authenticator; `nil` if the policy has no metadata.
  public var metadata: MetadataVerdict?
  /// The outputs of the extensions.
  public var extensions: ExtensionOutputs
  /// Findings that did not fail the ceremony but are worth recording.
  public var warnings: [CeremonyWarning]
}

/// A successful authentication (WebAuthn Level 3 §7.2).
public struct AuthenticationVerdict: Sendable {
  /// The record to store from now on (§7.2 step 24), with updated counter, backup state and `uvInitialized`.
  public var credential: CredentialRecord
  /// `true` if the user was verified.
  public var userVerified: Bool
  /// The current signature counter.
  public var newSignCount: UInt32
  /// `true` if the credential is currently backed up.
  public var backupState: Bool
  /// The outputs of the extensions.
  public var extensions: ExtensionOutputs
  /// Findings that did not fail the ceremony but are worth recording.
  public var warnings: [CeremonyWarning]
}

/// The verdict on a registration's attestation (WebAuthn Level 3 §7.1 steps 22 to 25).
public struct AttestationVerdict: Hashable, Sendable {
  /// The result of assessing the chain.
  public enum Trust: Hashable, Sendable {
    /// There is no chain, or there are no anchors to assess it against.
    case notAssessed
    /// The chain leads to an anchor; for a `compound`, every chain does.
    case trusted
  }

  /// The format of the statement.
  public var format: String
  /// The attestation type.
  public var type: AttestationType
  /// The certificates in the statement, in DER, the attestation certificate first.
  public var certificates: [[UInt8]]
  /// The result of assessing the chain.
  public var trust: Trust
  /// The verified statements of a `compound`; empty for other formats.
  public var parts: [AttestationVerdict] = []
  /// `true` if the statement itself says that the key was generated in its device and cannot leave it.
  /// ``RegistrationVerdict/vouching(believing:at:)`` says what that claim is worth.
  public var isDeviceBound = false
}

/// A finding worth recording about a successful ceremony.
public enum CeremonyWarning: Hashable, Sendable, Codable {
  /// The signature counter did not increase, so the authenticator may have been cloned (§6.1.1).
  case counterDidNotIncrease(stored: UInt32, received: UInt32)
  /// The backup eligibility differs from the one at registration.
  case backupEligibilityChanged(from: BackupEligibility, to: BackupEligibility)
  /// An extension that was not requested returned an output.
  case unsolicitedExtension(String)
  /// The credential is less protected than requested (CTAP 2.1 §12.1). ``CredentialProtectionPolicy`` says what
  /// `received` allows.
  case weakerCredentialProtection(asked: CredentialProtectionPolicy, received: CredentialProtectionPolicy)
}
