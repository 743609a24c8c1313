/// Whether the authenticator has to verify the user (WebAuthn Level 3 §5.8.6).
public enum UserVerificationRequirement: String, Hashable, Sendable, Codable {
  case required, preferred, discouraged
}
