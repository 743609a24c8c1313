/// What to do when the backup eligibility is not what it was at registration (WebAuthn Level 3 §7.2 step 19).
public enum BackupChangePolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony, as the specification says.
  case refuse
}
