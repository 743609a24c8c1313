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
