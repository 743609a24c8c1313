/// Which credentials may authenticate by their backup flags (WebAuthn Level 3 §6.1.3). The flags are claims of the authenticator.
public enum BackupStatePolicy: String, Hashable, Sendable, Codable {
  /// All.
  case any
  /// Not those that say they are backed up now (BS).
  case refuseBackedUp
  /// Not those that say they can be backed up (BE), backed up or not: no synced passkeys.
  case refuseEligible
}
