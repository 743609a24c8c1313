/// When an authenticator may use the credential (CTAP 2.1 §12.1 "credProtect"), the weakest first.
public enum CredentialProtectionPolicy: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Without verifying the user, and for whoever asks: who holds the key learns which accounts it has here.
  case userVerificationOptional
  /// Without verifying the user only for a relying party that names the credential.
  case userVerificationOptionalWithCredentialIDList
  /// Only when the user is verified.
  case userVerificationRequired

  /// The number that an authenticator gives.
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

  /// Weaker before stronger.
  public static func < (left: Self, right: Self) -> Bool { left.level < right.level }
}

/// What a registration asked of `credProtect` (CTAP 2.1 §12.1).
public struct CredentialProtectionRequest: Hashable, Sendable, Codable {
  /// The protection.
  public var policy: CredentialProtectionPolicy
  /// Whether a credential with another protection is worse than none (`enforceCredentialProtectionPolicy`).
  public var isEnforced: Bool

  /// What the inputs ask; `nil` where they do not.
  init?(_ inputs: AuthenticationExtensionsClientInputs) {
    guard let policy = inputs.credentialProtectionPolicy else { return nil }
    (self.policy, isEnforced) = (policy, inputs.enforceCredentialProtectionPolicy == true)
  }
}

extension RelyingParty {
  /// §7.1 step 21 for `credProtect` (CTAP 2.1 §12.1): what was asked against what the authenticator signed.
  ///
  /// An authenticator that does not know the extension says nothing, and its credentials have the weakest protection.
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
