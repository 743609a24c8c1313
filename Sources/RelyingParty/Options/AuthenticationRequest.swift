/// What the caller wishes of an authentication (WebAuthn Level 3 §5.5): everything that goes into the options and has a sensible default.
public struct AuthenticationRequest: Hashable, Sendable, Codable {
  /// After so many milliseconds the browser may give up.
  public var timeout: Int? = CeremonyTimeout.standard
  /// Whether the user has to be verified.
  public var userVerification = UserVerificationRequirement.preferred
  /// What the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// The extensions.
  public var extensions = AuthenticationExtensionsClientInputs()

  /// The payment to confirm; the answer then has to be one of Secure Payment Confirmation, of the type `payment.get`.
  public var payment: PaymentExpectation?
  /// The use that this is the request of. The state remembers it.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}
