/// Which credentials may be registered by their backup eligibility (WebAuthn Level 3 §6.1.3). A claim of the authenticator.
public enum BackupEligibilityPolicy: String, Hashable, Sendable, Codable {
  /// All.
  case any
  /// Only those that say they stay on one device.
  case requireDeviceBound
  /// Only those that say they can be backed up.
  case requireEligible
}
