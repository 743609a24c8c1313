/// The kind of authenticator that may answer (WebAuthn Level 3 §5.4.4).
public struct AuthenticatorSelectionCriteria: Hashable, Sendable, Codable {
  /// Whether the authenticator is built in or roaming; `nil` for either.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// The requirement for a discoverable credential. `requireResidentKey`, which Level 1 clients read, follows from it.
  public var residentKey: ResidentKeyRequirement?
  /// The requirement for user verification.
  public var userVerification: UserVerificationRequirement

  /// Creates the criteria; with none, every authenticator may respond.
  public init(
    authenticatorAttachment: AuthenticatorAttachment? = nil, residentKey: ResidentKeyRequirement? = nil,
    userVerification: UserVerificationRequirement = .preferred
  ) {
    (self.authenticatorAttachment, self.residentKey, self.userVerification) = (
      authenticatorAttachment, residentKey, userVerification
    )
  }
}

/// Whether an authenticator is built into the device or roaming (WebAuthn Level 3 §5.4.5).
public enum AuthenticatorAttachment: String, Hashable, Sendable, Codable {
  /// Built into the device.
  case platform
  /// Roaming: it can be carried to a different device.
  case crossPlatform = "cross-platform"
}

/// The requirement for a discoverable credential (WebAuthn Level 3 §5.4.6).
public enum ResidentKeyRequirement: String, Hashable, Sendable, Codable {
  /// The credential must be discoverable; otherwise, none is created.
  case required
  /// The credential should be discoverable if the authenticator supports it.
  case preferred
  /// The credential should not be discoverable if the authenticator has a choice.
  case discouraged
}

/// The requirement for user verification (WebAuthn Level 3 §5.8.6).
public enum UserVerificationRequirement: String, Hashable, Sendable, Codable {
  /// The user must be verified; otherwise, the authenticator does not respond.
  case required
  /// The user should be verified if the authenticator supports it.
  case preferred
  /// The user should not be verified, to save a step.
  case discouraged
}

/// The attestation that the relying party requests (WebAuthn Level 3 §5.4.7).
public enum AttestationConveyancePreference: String, Hashable, Sendable, Codable {
  /// No statement is wanted; the browser may leave out the AAGUID too.
  case none
  /// A statement, which the browser may replace with one that reveals less.
  case indirect
  /// The statement exactly as the authenticator produced it.
  case direct
  /// A statement that may identify the individual authenticator, for organizations that the browser is configured to
  /// allow.
  case enterprise
}
