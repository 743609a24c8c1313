/// What a PIN/UV auth token may be used for (CTAP 2.1 §6.5.5.7, "permissions").
public struct TokenPermissions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let makeCredential = Self(rawValue: 0x01)
  public static let getAssertion = Self(rawValue: 0x02)
  public static let credentialManagement = Self(rawValue: 0x04)
  public static let bioEnrollment = Self(rawValue: 0x08)
  public static let largeBlobWrite = Self(rawValue: 0x10)
  public static let authenticatorConfiguration = Self(rawValue: 0x20)
}
