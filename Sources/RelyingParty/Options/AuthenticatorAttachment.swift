/// Built into the device or roaming (WebAuthn Level 3 §5.4.5).
public enum AuthenticatorAttachment: String, Hashable, Sendable, Codable {
  case platform
  case crossPlatform = "cross-platform"
}
