/// What to do with an extension output that was not asked for (WebAuthn Level 3 §7.1 step 21, §7.2 step 23).
public enum UnsolicitedExtensionPolicy: String, Hashable, Sendable, Codable {
  /// Pass over it.
  case ignore
  /// Report it among the warnings.
  case report
  /// Refuse the ceremony.
  case refuse
}
