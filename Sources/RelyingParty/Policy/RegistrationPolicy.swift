/// What a relying party decides for itself when it verifies a registration.
public struct RegistrationPolicy: Sendable {
  /// Verify the user even though the options did not say so.
  public var requiresUserVerification = false
  /// Which credentials by their backup eligibility.
  public var backupEligibility = BackupEligibilityPolicy.any
  /// Extension outputs that were not asked for.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// The attestation.
  public var attestation = AttestationPolicy()
  /// What the FIDO Metadata Service says about models. `nil`: nothing is asked of it.
  public var metadata: MetadataPolicy?
  /// Refuse a response that carries PRF outputs. They are the person's secrets and no server should see them.
  public var refusesPRFResults = true

  /// The defaults; set what differs.
  public init() {}
}
