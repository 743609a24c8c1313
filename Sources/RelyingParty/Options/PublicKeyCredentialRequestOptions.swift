/// What the browser is given to sign with a credential (WebAuthn Level 3 §5.5). ``RelyingParty/beginAuthentication(challenge:allowing:user:request:)``
/// makes it; `json()` writes it.
public struct PublicKeyCredentialRequestOptions: Hashable, Sendable, Codable {
  /// The challenge.
  public var challenge: [UInt8]
  /// After so many milliseconds the browser may give up.
  public var timeout: Int?
  /// The RP ID.
  public var rpId: String
  /// The credentials that may answer; none means any discoverable one.
  public var allowCredentials: [PublicKeyCredentialDescriptor]
  /// Whether the user has to be verified.
  public var userVerification: UserVerificationRequirement
  /// What the browser should offer first.
  public var hints: [PublicKeyCredentialHint]
  /// The extensions.
  public var extensions: AuthenticationExtensionsClientInputs
}
