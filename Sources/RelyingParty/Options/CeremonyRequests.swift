/// The caller's choices for a registration (WebAuthn Level 3 §5.4): every option that has a sensible default.
public struct RegistrationRequest: Hashable, Sendable, Codable {
  /// The acceptable algorithms, in order of preference.
  public var algorithms: [COSEAlgorithmIdentifier] = [.edDSA, .es256, .rs256]
  /// The milliseconds after which the browser may give up.
  public var timeout: Int? = CeremonyTimeout.standard
  /// The kind of authenticator that may answer.
  public var authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .preferred)
  /// The kinds of authenticator that the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// The requested attestation.
  public var attestation = AttestationConveyancePreference.none
  /// The attestation formats, in order of preference.
  public var attestationFormats: [String] = []
  /// The requested extensions.
  public var extensions = AuthenticationExtensionsClientInputs()
  /// `true` if the page will use `mediation: "conditional"`, so no touch is required (§7.1 step 15).
  public var isConditional = false

  /// The use to which this request belongs; it is recorded in the state.
  public internal(set) var use: CredentialUse?

  /// Creates a request with the defaults; change only what differs.
  public init() {}
}

/// The caller's choices for an authentication (WebAuthn Level 3 §5.5): every option that has a sensible default.
public struct AuthenticationRequest: Hashable, Sendable, Codable {
  /// The milliseconds after which the browser may give up.
  public var timeout: Int? = CeremonyTimeout.standard
  /// The requirement for user verification.
  public var userVerification = UserVerificationRequirement.preferred
  /// The kinds of authenticator that the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// The requested extensions.
  public var extensions = AuthenticationExtensionsClientInputs()

  /// The payment to confirm. If it is set, the response must be a Secure Payment Confirmation of the type
  /// `payment.get`.
  public var payment: PaymentExpectation?
  /// The use to which this request belongs; it is recorded in the state.
  public internal(set) var use: CredentialUse?

  /// Creates a request with the defaults; change only what differs.
  public init() {}
}

/// The time for which a browser waits for the person, in milliseconds (WebAuthn Level 3 §15.1). Level 3 specifies one
/// range for all ceremonies, because shorter timeouts shut out people who need more time.
public enum CeremonyTimeout {
  /// The range that the specification recommends.
  public static let recommended = 300_000...600_000
  /// The default timeout: five minutes.
  public static let standard = 300_000

  /// Returns the nearest value within the recommended range.
  public static func clamped(_ milliseconds: Int) -> Int {
    min(max(milliseconds, recommended.lowerBound), recommended.upperBound)
  }
}
