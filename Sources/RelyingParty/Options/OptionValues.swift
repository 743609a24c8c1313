/// Whether the authenticator has to verify the user (WebAuthn Level 3 §5.8.6).
public enum UserVerificationRequirement: String, Hashable, Sendable, Codable {
  case required, preferred, discouraged
}

/// Whether the credential has to be discoverable (WebAuthn Level 3 §5.4.6).
public enum ResidentKeyRequirement: String, Hashable, Sendable, Codable {
  case required, preferred, discouraged
}

/// Built into the device or roaming (WebAuthn Level 3 §5.4.5).
public enum AuthenticatorAttachment: String, Hashable, Sendable, Codable {
  case platform
  case crossPlatform = "cross-platform"
}

/// How much attestation the relying party asks for (WebAuthn Level 3 §5.4.7).
public enum AttestationConveyancePreference: String, Hashable, Sendable, Codable {
  case none, indirect, direct, enterprise
}

/// How an authenticator can be reached (WebAuthn Level 3 §5.8.4). Unknown ones are kept: the list grows.
public struct AuthenticatorTransport: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as the browser writes it.
  public var rawValue: String
  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let usb = Self(rawValue: "usb")
  public static let nfc = Self(rawValue: "nfc")
  public static let ble = Self(rawValue: "ble")
  public static let smartCard = Self(rawValue: "smart-card")
  public static let hybrid = Self(rawValue: "hybrid")
  public static let `internal` = Self(rawValue: "internal")
}

/// What the browser should offer first (WebAuthn Level 3 §5.8.7). Unknown ones are kept: the list grows.
public struct PublicKeyCredentialHint: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as the browser reads it.
  public var rawValue: String
  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let securityKey = Self(rawValue: "security-key")
  public static let clientDevice = Self(rawValue: "client-device")
  public static let hybrid = Self(rawValue: "hybrid")
}
