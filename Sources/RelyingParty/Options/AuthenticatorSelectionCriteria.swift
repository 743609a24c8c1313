/// What kind of authenticator may answer (WebAuthn Level 3 §5.4.4).
public struct AuthenticatorSelectionCriteria: Hashable, Sendable, Codable {
  /// Built in, roaming, or either.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// Whether the credential has to be discoverable. `requireResidentKey`, which Level 1 clients read, follows from it.
  public var residentKey: ResidentKeyRequirement?
  /// Whether the user has to be verified.
  public var userVerification: UserVerificationRequirement

  /// The criteria; without any, every authenticator may answer.
  public init(
    authenticatorAttachment: AuthenticatorAttachment? = nil, residentKey: ResidentKeyRequirement? = nil,
    userVerification: UserVerificationRequirement = .preferred
  ) {
    (self.authenticatorAttachment, self.residentKey, self.userVerification) = (authenticatorAttachment, residentKey, userVerification)
  }
}
