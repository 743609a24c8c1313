/// What the caller wishes of an authentication: everything that goes into the options and has a sensible default.
public struct AuthenticationRequest: Hashable, Sendable, Codable {
  /// After so many milliseconds the browser may give up.
  public var timeout: Int? = 300_000
  /// Whether the user has to be verified.
  public var userVerification = UserVerificationRequirement.preferred
  /// What the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// The extensions.
  public var extensions = AuthenticationExtensionsClientInputs()

  /// The defaults; set what differs.
  public init() {}
}
