/// What a relying party decides for itself when it verifies an authentication.
public struct AuthenticationPolicy: Sendable, Hashable, Codable {
  /// Verify the user even though the options did not say so.
  public var requiresUserVerification = false
  /// Accept an authenticator that did not test presence. No ceremony of the specification allows that.
  public var requiresUserPresence = true
  /// A counter that does not grow.
  public var counter = CounterPolicy.warn
  /// A backup eligibility that changed.
  public var backupEligibilityChange = BackupChangePolicy.refuse
  /// Extension outputs that were not asked for.
  public var unsolicitedExtensions = UnsolicitedExtensionPolicy.ignore
  /// Refuse a response that carries PRF outputs. They are the person's secrets and no server should see them.
  public var refusesPRFResults = true

  /// The defaults; set what differs.
  public init() {}
}
