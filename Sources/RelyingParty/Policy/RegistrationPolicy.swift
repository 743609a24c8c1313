/// The choices that the specification leaves to the relying party when it verifies a registration (WebAuthn Level 3
/// §7.1).
public struct RegistrationPolicy: Sendable {
  /// Require user verification even if the options did not.
  public var requiresUserVerification = false
  /// The credentials that may be registered, by their backup eligibility.
  public var backupEligibility = BackupEligibilityPolicy.any
  /// The models of authenticator that may be registered.
  public var aaguids = AAGUIDPolicy()
  /// The treatment of extension outputs that were not requested, of the browser and of the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// The identifiers that ``unsolicitedExtensions`` ignores. Some browsers and password managers send `credProps`
  /// unasked.
  public var toleratedExtensions = Self.alwaysTolerated
  /// The attestation of the registration.
  public var attestation = AttestationPolicy()
  /// The metadata of models, and the rules for them; `nil` to use none.
  public var metadata: MetadataPolicy?
  /// Refuse a response that carries PRF outputs. They are the person's secrets, and no server should see them.
  public var refusesPRFResults = true

  private static let alwaysTolerated: Set<String> = ["credProps"]

  /// The use that this policy belongs to. Such a policy finishes only ceremonies begun for the same use.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

/// The credentials that may be registered, by their backup eligibility (WebAuthn Level 3 §6.1.3), which is the
/// authenticator's claim.
public enum BackupEligibilityPolicy: String, Hashable, Sendable, Codable {
  /// All.
  case any
  /// Only those that say they stay on one device.
  case requireDeviceBound
  /// Only those that say they can be backed up.
  case requireEligible
}

/// The treatment of an extension output that was not requested (WebAuthn Level 3 §7.1 step 21, §7.2 step 23).
public enum UnsolicitedExtensionPolicy: String, Hashable, Sendable, Codable {
  /// Ignore it.
  case ignore
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony.
  case refuse
}
