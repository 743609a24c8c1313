/// Names one credential: its credential ID (WebAuthn Level 3 §4), base64url.
public struct KeyID: RawRepresentable, Codable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What a hardware key is to its account.
public enum KeyRole: String, Codable, Hashable, Sendable { case primary, backup }
