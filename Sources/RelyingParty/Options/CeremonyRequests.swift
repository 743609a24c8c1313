/// The caller's wishes for a registration (WebAuthn Level 3 §5.4): everything in the options that has a sensible
/// default.
public struct RegistrationRequest: Hashable, Sendable, Codable {
  /// The acceptable algorithms, the preferred first.
  public var algorithms: [COSEAlgorithmIdentifier] = [.edDSA, .es256, .rs256]
  /// The milliseconds after which the browser may give up.
  public var timeout: Int? = CeremonyTimeout.standard
  /// The kind of authenticator that may answer.
  public var authenticatorSelection = AuthenticatorSelectionCriteria(residentKey: .preferred)
  /// The kinds of authenticator that the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// The attestation that is asked for.
  public var attestation = AttestationConveyancePreference.none
  /// The attestation formats, the preferred first.
  public var attestationFormats: [String] = []
  /// The extensions.
  public var extensions = AuthenticationExtensionsClientInputs()
  /// The page will ask with `mediation: "conditional"`, so nobody has to touch anything (§7.1 step 15).
  public var isConditional = false

  /// The use that this request belongs to. The state remembers it.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

/// The caller's wishes for an authentication (WebAuthn Level 3 §5.5): everything in the options that has a sensible
/// default.
public struct AuthenticationRequest: Hashable, Sendable, Codable {
  /// The milliseconds after which the browser may give up.
  public var timeout: Int? = CeremonyTimeout.standard
  /// The requirement for user verification.
  public var userVerification = UserVerificationRequirement.preferred
  /// The kinds of authenticator that the browser should offer first.
  public var hints: [PublicKeyCredentialHint] = []
  /// The extensions.
  public var extensions = AuthenticationExtensionsClientInputs()

  /// The payment to confirm; the answer then has to be one of Secure Payment Confirmation, of the type `payment.get`.
  public var payment: PaymentExpectation?
  /// The use that this request belongs to. The state remembers it.
  public internal(set) var use: CredentialUse?

  /// The defaults; set what differs.
  public init() {}
}

/// The time that a browser waits for a person, in milliseconds (WebAuthn Level 3 §15.1). Level 3 names one range for
/// all ceremonies: shorter ones shut out people who need more time.
public enum CeremonyTimeout {
  /// The range that the specification recommends.
  public static let recommended = 300_000...600_000
  /// Five minutes.
  public static let standard = 300_000

  /// The nearest value of the range.
  public static func clamped(_ milliseconds: Int) -> Int {
    min(max(milliseconds, recommended.lowerBound), recommended.upperBound)
  }
}
