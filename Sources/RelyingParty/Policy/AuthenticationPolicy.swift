/// What a relying party decides for itself when it verifies an authentication (WebAuthn Level 3 §7.2).
public struct AuthenticationPolicy: Sendable, Hashable, Codable {
  /// Verify the user even though the options did not say so.
  public var requiresUserVerification = false
  /// Accept an authenticator that did not test presence. No ceremony of the specification allows that.
  public var requiresUserPresence = true
  /// A counter that does not grow.
  public var counter = CounterPolicy.warn
  /// A backup eligibility that changed.
  public var backupEligibilityChange = BackupChangePolicy.refuse
  /// Which credentials by their backup flags.
  public var backupState = BackupStatePolicy.any
  /// The algorithms whose keys may still sign; `nil` for all that can be verified.
  public var algorithms: Set<COSEAlgorithmIdentifier>?
  /// Whether the response has to say whose credential it is.
  public var userHandle = UserHandlePolicy.ifPresent
  /// Extension outputs that were not asked for, of the browser and of the authenticator.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// Those that ``unsolicitedExtensions`` passes over.
  public var toleratedExtensions: Set<String> = []
  /// Refuse a response that carries PRF outputs. They are the person's secrets and no server should see them.
  public var refusesPRFResults = true

  /// The use that this is the policy of; such a policy finishes only what was begun for the same use.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}
