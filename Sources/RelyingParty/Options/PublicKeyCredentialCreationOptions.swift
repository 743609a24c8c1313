/// What the browser is given to make a credential (WebAuthn Level 3 §5.4). ``RelyingParty/beginRegistration(user:challenge:excluding:request:)``
/// makes it; `json()` writes it.
public struct PublicKeyCredentialCreationOptions: Hashable, Sendable, Codable {
  /// The relying party.
  public var rp: PublicKeyCredentialRpEntity
  /// The account.
  public var user: PublicKeyCredentialUserEntity
  /// The challenge.
  public var challenge: [UInt8]
  /// The acceptable algorithms, the most wanted first.
  public var pubKeyCredParams: [COSEAlgorithmIdentifier]
  /// After so many milliseconds the browser may give up.
  public var timeout: Int?
  /// Credentials whose authenticators may not be registered again.
  public var excludeCredentials: [PublicKeyCredentialDescriptor]
  /// What kind of authenticator may answer.
  public var authenticatorSelection: AuthenticatorSelectionCriteria
  /// What the browser should offer first.
  public var hints: [PublicKeyCredentialHint]
  /// How much attestation is asked for.
  public var attestation: AttestationConveyancePreference
  /// The attestation formats, the most wanted first.
  public var attestationFormats: [String]
  /// The extensions.
  public var extensions: AuthenticationExtensionsClientInputs
}
