/// A registration that passed (WebAuthn Level 3 §7.1).
public struct RegistrationVerdict: Sendable {
  /// The record to store. First make sure that no account has a credential with this id (§7.1 step 27).
  public var credential: CredentialRecord
  /// `true` if the user was verified.
  public var userVerified: Bool
  /// The attestation of the registration.
  public var attestation: AttestationVerdict
  /// The verdict of the metadata on the authenticator; `nil` if the policy has none.
  public var metadata: MetadataVerdict?
  /// The outputs of the extensions.
  public var extensions: ExtensionOutputs
  /// The warnings, which are worth recording.
  public var warnings: [CeremonyWarning]
}

/// An authentication that passed (WebAuthn Level 3 §7.2).
public struct AuthenticationVerdict: Sendable {
  /// The record as it should now be stored (§7.2 step 24): counter, backup state, and `uvInitialized`.
  public var credential: CredentialRecord
  /// `true` if the user was verified.
  public var userVerified: Bool
  /// The signature counter now.
  public var newSignCount: UInt32
  /// `true` if the credential is backed up now.
  public var backupState: Bool
  /// The outputs of the extensions.
  public var extensions: ExtensionOutputs
  /// The warnings, which are worth recording.
  public var warnings: [CeremonyWarning]
}

/// The verdict on the attestation of a registration (WebAuthn Level 3 §7.1 steps 22 to 25).
public struct AttestationVerdict: Hashable, Sendable {
  /// The outcome of judging the chain.
  public enum Trust: Hashable, Sendable {
    /// There is no chain, or there are no anchors to judge it by.
    case notAssessed
    /// The chain leads to an anchor; for a `compound`, every chain does.
    case trusted
  }

  /// The format of the statement.
  public var format: String
  /// The type.
  public var type: AttestationType
  /// The certificates in the statement, in DER, the attestation certificate first.
  public var certificates: [[UInt8]]
  /// The outcome of judging the chain.
  public var trust: Trust
  /// The statements of a `compound` that verified; empty for other formats.
  public var parts: [AttestationVerdict] = []
  /// `true` if the statement itself says that the key was made in its device and can't leave it.
  /// ``RegistrationVerdict/vouching(believing:at:)`` says what that is worth.
  public var isDeviceBound = false
}

/// Something about a ceremony that passed which is worth recording.
public enum CeremonyWarning: Hashable, Sendable, Codable {
  /// The signature counter did not grow: the authenticator may have been cloned (§6.1.1).
  case counterDidNotIncrease(stored: UInt32, received: UInt32)
  /// The backup eligibility differs from that at registration.
  case backupEligibilityChanged(from: BackupEligibility, to: BackupEligibility)
  /// An extension answered that was not asked for.
  case unsolicitedExtension(String)
  /// The credential is protected less than was asked (CTAP 2.1 §12.1): ``CredentialProtectionPolicy`` says what
  /// `received` allows.
  case weakerCredentialProtection(asked: CredentialProtectionPolicy, received: CredentialProtectionPolicy)
}
