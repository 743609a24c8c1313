/// What the browser should offer first (WebAuthn Level 3 §5.8.7). Unknown ones are kept: the list grows.
public struct PublicKeyCredentialHint: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as the browser reads it.
  public var rawValue: String
  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A security key.
  public static let securityKey = Self(rawValue: "security-key")
  /// The device that the browser runs on.
  public static let clientDevice = Self(rawValue: "client-device")
  /// Another device, such as a phone.
  public static let hybrid = Self(rawValue: "hybrid")
}
