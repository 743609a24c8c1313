/// How far a browser may involve the person (Credential Management Level 1 §2.3.2).
public enum CredentialMediationRequirement: String, Hashable, Sendable, Codable {
  /// Not at all.
  case silent
  /// As it needs to; the default.
  case optional
  /// Only by offering passkeys where the person types; at creation, not at all.
  case conditional
  /// Always.
  case required
}
