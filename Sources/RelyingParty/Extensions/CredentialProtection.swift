/// The protection of a credential (CTAP 2.1 §12.1 "credProtect"): the conditions under which the authenticator uses it,
/// from the weakest to the strongest.
public enum CredentialProtectionPolicy: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Usable by anyone without verifying the user: a person holding the key can find out which accounts it has at this
  /// relying party.
  case userVerificationOptional
  /// Usable without verifying the user only if the relying party names the credential.
  case userVerificationOptionalWithCredentialIDList
  /// Usable only if the user is verified.
  case userVerificationRequired

  /// The number by which authenticators identify the policy.
  public var level: Int64 {
    switch self {
    case .userVerificationOptional: 1
    case .userVerificationOptionalWithCredentialIDList: 2
    case .userVerificationRequired: 3
    }
  }

  init?(level: Int64) {
    guard let policy = Self.allCases.first(where: { $0.level == level }) else { return nil }
    self = policy
  }

  /// Orders weaker protection before stronger.
  public static func < (left: Self, right: Self) -> Bool { left.level < right.level }
}

/// The `credProtect` policy that a registration requested (CTAP 2.1 §12.1).
public struct CredentialProtectionRequest: Hashable, Sendable, Codable {
  /// The requested protection.
  public var policy: CredentialProtectionPolicy
  /// `true` if having no credential is preferable to one with a different protection
  /// (`enforceCredentialProtectionPolicy`).
  public var isEnforced: Bool

  /// Creates the request from the inputs; `nil` if they do not request protection.
  init?(_ inputs: AuthenticationExtensionsClientInputs) {
    guard let policy = inputs.credentialProtectionPolicy else { return nil }
    (self.policy, isEnforced) = (policy, inputs.enforceCredentialProtectionPolicy == true)
  }
}

extension RelyingParty {
  /// Performs §7.1 step 21 for `credProtect` (CTAP 2.1 §12.1): compares the requested protection with the one that the
  /// authenticator signed.
  ///
  /// An authenticator that does not know the extension returns no output, and its credentials have the weakest
  /// protection.
  func verifyCredentialProtection(
    _ signed: AuthenticatorExtensionOutputs, asked: CredentialProtectionRequest?
  ) throws(WebAuthnError) -> [CeremonyWarning] {
    guard let asked else { return [] }
    let received = signed.credentialProtection ?? .userVerificationOptional
    guard received != asked.policy else { return [] }
    guard !asked.isEnforced else {
      throw WebAuthnError(
        .registration(21), .extensionOutputRefused, expected: "credProtect \(asked.policy.rawValue)",
        received: signed.credentialProtection?.rawValue ?? "none")
    }
    return received < asked.policy ? [.weakerCredentialProtection(asked: asked.policy, received: received)] : []
  }
}
