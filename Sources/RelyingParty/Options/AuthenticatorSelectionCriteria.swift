/// The kind of authenticator that may answer (WebAuthn Level 3 §5.4.4).
public struct AuthenticatorSelectionCriteria: Hashable, Sendable, Codable {
  /// Built in, roaming, or either.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// The requirement for a discoverable credential. `requireResidentKey`, which Level 1 clients read, follows from it.
  public var residentKey: ResidentKeyRequirement?
  /// The requirement for user verification.
  public var userVerification: UserVerificationRequirement

  /// The criteria; without any, every authenticator may answer.
  public init(
    authenticatorAttachment: AuthenticatorAttachment? = nil, residentKey: ResidentKeyRequirement? = nil,
    userVerification: UserVerificationRequirement = .preferred
  ) {
    (self.authenticatorAttachment, self.residentKey, self.userVerification) = (
      authenticatorAttachment, residentKey, userVerification
    )
  }
}

/// Built into the device or roaming (WebAuthn Level 3 §5.4.5).
public enum AuthenticatorAttachment: String, Hashable, Sendable, Codable {
  /// Built into the device.
  case platform
  /// One that can be carried to another device.
  case crossPlatform = "cross-platform"
}

/// The requirement for a discoverable credential (WebAuthn Level 3 §5.4.6).
public enum ResidentKeyRequirement: String, Hashable, Sendable, Codable {
  /// It has to be; without it there is no credential.
  case required
  /// It should be, where the authenticator can.
  case preferred
  /// It should not be, where the authenticator has the choice.
  case discouraged
}

/// The requirement for user verification (WebAuthn Level 3 §5.8.6).
public enum UserVerificationRequirement: String, Hashable, Sendable, Codable {
  /// It has to; who cannot be verified gets no answer.
  case required
  /// It should, where it can.
  case preferred
  /// It should not, to save the person a step.
  case discouraged
}

/// The attestation that the relying party asks for (WebAuthn Level 3 §5.4.7).
public enum AttestationConveyancePreference: String, Hashable, Sendable, Codable {
  /// No statement is wanted; the browser may leave out the AAGUID too.
  case none
  /// A statement, which the browser may replace by one that tells less.
  case indirect
  /// The statement as the authenticator made it.
  case direct
  /// One that may name the single authenticator, for organizations that the browser was set up to let ask.
  case enterprise
}
