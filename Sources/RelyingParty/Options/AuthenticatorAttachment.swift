/// Built into the device or roaming (WebAuthn Level 3 §5.4.5).
public enum AuthenticatorAttachment: String, Hashable, Sendable, Codable {
  /// Built into the device.
  case platform
  /// One that can be carried to another device.
  case crossPlatform = "cross-platform"
}
