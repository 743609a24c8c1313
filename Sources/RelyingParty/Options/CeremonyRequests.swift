/// What the caller wishes of a registration beside the account (WebAuthn Level 3 §5.4): everything that goes into the options and has
/// a sensible default.
public struct RegistrationRequest: Hashable, Sendable, Codable {
  /// The acceptable algorithms, the most wanted first.
  public var algorithms: [COSEAlgorithmIdentifier] = [.edDSA, .es256, .rs256]
  /// After so many milliseconds the browser may give up.
  public var timeout: Int? = CeremonyTimeout.standard
  /// What kind of authenticator may answer.
  public var authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .preferred)
  /// What the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// How much attestation is asked for.
  public var attestation = AttestationConveyancePreference.none
  /// The attestation formats, the most wanted first.
  public var attestationFormats: [String] = []
  /// The extensions.
  public var extensions = AuthenticationExtensionsClientInputs()
  /// The page will ask with `mediation: "conditional"`, so nobody has to touch anything (§7.1 step 15).
  public var isConditional = false

  /// The use that this is the request of. The state remembers it.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

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

/// How long a browser may wait for a person, in milliseconds (WebAuthn Level 3 §15.1). Level 3 names one range for all ceremonies:
/// shorter ones shut out people who need more time.
public enum CeremonyTimeout {
  /// What a browser may be expected to honor.
  public static let recommended = 300_000...600_000
  /// Five minutes.
  public static let standard = 300_000

  /// The nearest value of the range.
  public static func clamped(_ milliseconds: Int) -> Int { min(max(milliseconds, recommended.lowerBound), recommended.upperBound) }
}
