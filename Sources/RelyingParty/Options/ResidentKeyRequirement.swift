/// Whether the credential has to be discoverable (WebAuthn Level 3 §5.4.6).
public enum ResidentKeyRequirement: String, Hashable, Sendable, Codable {
  /// It has to be; without it there is no credential.
  case required
  /// It should be, where the authenticator can.
  case preferred
  /// It should not be, where the authenticator has the choice.
  case discouraged
}
