/// Whether the credential has to be discoverable (WebAuthn Level 3 §5.4.6).
public enum ResidentKeyRequirement: String, Hashable, Sendable, Codable {
  case required, preferred, discouraged
}
