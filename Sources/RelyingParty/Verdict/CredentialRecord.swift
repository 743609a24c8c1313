/// The record that a relying party stores for each credential (WebAuthn Level 3 §4 "credential record").
public struct CredentialRecord: Hashable, Sendable, Codable {
  /// The credential id.
  public var id: [UInt8]
  /// The public key, a COSE_Key.
  public var publicKey: [UInt8]
  /// The signature counter at the last ceremony.
  public var signCount: UInt32
  /// `true` if any ceremony so far verified the user.
  public var uvInitialized: Bool
  /// The transports by which the authenticator can be reached.
  public var transports: [AuthenticatorTransport]
  /// The backup eligibility reported by the authenticator.
  public var backupEligible: BackupEligibility
  /// `true` if the credential was backed up at the last ceremony.
  public var backupState: Bool
  /// The user handle of the account; `nil` if an imported record does not have it.
  public var userHandle: [UInt8]?
  /// The authenticator's model, as the authenticator reports it.
  public var aaguid: AAGUID
  /// The format of the attestation statement.
  public var attestationFormat: String
  /// The type of the attestation.
  public var attestationType: AttestationType

  /// Creates a record from stored or imported values. Values that an import may lack have defaults.
  public init(
    id: [UInt8], publicKey: [UInt8], signCount: UInt32, uvInitialized: Bool = false,
    transports: [AuthenticatorTransport] = [],
    backupEligible: BackupEligibility = .unknown, backupState: Bool = false, userHandle: [UInt8]? = nil,
    aaguid: AAGUID = .zero,
    attestationFormat: String = "none", attestationType: AttestationType = .none
  ) {
    (self.id, self.publicKey, self.signCount, self.uvInitialized) = (id, publicKey, signCount, uvInitialized)
    (self.transports, self.backupEligible, self.backupState) = (transports, backupEligible, backupState)
    (self.userHandle, self.aaguid) = (userHandle, aaguid)
    (self.attestationFormat, self.attestationType) = (attestationFormat, attestationType)
  }
}

/// A credential's backup eligibility, as its authenticator reported it at registration (WebAuthn Level 3 §4 "credential
/// record").
public enum BackupEligibility: String, Hashable, Sendable, Codable {
  /// The BE flag was set.
  case eligible
  /// The BE flag was not set.
  case notEligible
  /// The imported record does not state the eligibility. The first assertion determines it.
  case unknown
}
