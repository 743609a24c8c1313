/// The choices that the specification leaves to the relying party when it verifies a registration (WebAuthn Level 3
/// §7.1).
public struct RegistrationPolicy: Sendable {
  /// `true` to require user verification even if the options did not.
  public var requiresUserVerification = false
  /// The credentials that may be registered, by their backup eligibility.
  public var backupEligibility = BackupEligibilityPolicy.any
  /// The models of authenticator that may be registered.
  public var aaguids = AAGUIDPolicy()
  /// How to treat unsolicited extension outputs, from the browser or the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// The extension identifiers that ``unsolicitedExtensions`` ignores. Some browsers and password managers send
  /// `credProps` without being asked.
  public var toleratedExtensions = Self.alwaysTolerated
  /// The policy for the registration's attestation.
  public var attestation = AttestationPolicy()
  /// The metadata of models, and the rules for them; `nil` to use none.
  public var metadata: MetadataPolicy?
  /// `true` to reject a response that contains PRF outputs. They are the person's secrets, and no server should see
  /// them.
  public var refusesPRFResults = true

  private static let alwaysTolerated: Set<String> = ["credProps"]

  /// The use to which this policy belongs. If it is set, the policy finishes only ceremonies that were begun for the
  /// same use.
  public internal(set) var use: CredentialUse?

  /// Creates the default policy; change only what differs.
  public init() {}
}

/// The credentials that may be registered, by their backup eligibility (WebAuthn Level 3 §6.1.3), which is the
/// authenticator's claim.
public enum BackupEligibilityPolicy: String, Hashable, Sendable, Codable {
  /// All credentials.
  case any
  /// Only those that claim to stay on one device.
  case requireDeviceBound
  /// Only those that claim to be eligible for backup.
  case requireEligible
}

/// How to treat an unsolicited extension output (WebAuthn Level 3 §7.1 step 21, §7.2 step 23).
public enum UnsolicitedExtensionPolicy: String, Hashable, Sendable, Codable {
  /// Ignore it.
  case ignore
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony.
  case refuse
}
