/// What a relying party decides for itself when it verifies a registration (WebAuthn Level 3 §7.1).
public struct RegistrationPolicy: Sendable {
  /// Verify the user even though the options did not say so.
  public var requiresUserVerification = false
  /// Which credentials by their backup eligibility.
  public var backupEligibility = BackupEligibilityPolicy.any
  /// Which models of authenticator.
  public var aaguids = AAGUIDPolicy()
  /// Extension outputs that were not asked for, of the browser and of the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// Those that ``unsolicitedExtensions`` passes over. Some browsers and password managers send `credProps` whether asked or not.
  public var toleratedExtensions = Self.alwaysTolerated
  /// The attestation.
  public var attestation = AttestationPolicy()
  /// What the FIDO Metadata Service says about models. `nil`: nothing is asked of it.
  public var metadata: MetadataPolicy?
  /// Refuse a response that carries PRF outputs. They are the person's secrets and no server should see them.
  public var refusesPRFResults = true

  private static let alwaysTolerated: Set<String> = ["credProps"]

  /// The use that this is the policy of; such a policy finishes only what was begun for the same use.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

/// Which credentials may be registered by their backup eligibility (WebAuthn Level 3 §6.1.3). A claim of the authenticator.
public enum BackupEligibilityPolicy: String, Hashable, Sendable, Codable {
  /// All.
  case any
  /// Only those that say they stay on one device.
  case requireDeviceBound
  /// Only those that say they can be backed up.
  case requireEligible
}

/// What to do with an extension output that was not asked for (WebAuthn Level 3 §7.1 step 21, §7.2 step 23).
public enum UnsolicitedExtensionPolicy: String, Hashable, Sendable, Codable {
  /// Pass over it.
  case ignore
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony.
  case refuse
}
