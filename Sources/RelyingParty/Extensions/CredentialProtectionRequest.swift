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
