/// Whether the authenticator has to verify the user (WebAuthn Level 3 §5.8.6).
public enum UserVerificationRequirement: String, Hashable, Sendable, Codable {
  /// It has to; who cannot be verified gets no answer.
  case required
  /// It should, where it can.
  case preferred
  /// It should not, to save the person a step.
  case discouraged
}
