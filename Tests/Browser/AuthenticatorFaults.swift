/// Ways in which a virtual authenticator can answer wrongly.
public struct AuthenticatorFaults: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The signature does not verify.
  public static let bogusSignature = AuthenticatorFaults(rawValue: 1)
  /// The UV flag is clear although verification was requested.
  public static let userNotVerified = AuthenticatorFaults(rawValue: 2)
  /// The UP flag is clear.
  public static let userNotPresent = AuthenticatorFaults(rawValue: 4)
}
