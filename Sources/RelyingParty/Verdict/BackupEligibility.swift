/// Whether a credential may be backed up, as its authenticator said at registration (WebAuthn Level 3 §4 "credential record").
public enum BackupEligibility: String, Hashable, Sendable, Codable {
  /// The flag BE was set.
  case eligible
  /// The flag BE was not set.
  case notEligible
  /// Nobody wrote it down: the record was imported. The first assertion settles it.
  case unknown
}
