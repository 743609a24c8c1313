/// A registration that passed (WebAuthn Level 3 §7.1).
public struct RegistrationVerdict: Sendable {
  /// What to store. Before that, make sure that no account has a credential with this id (§7.1 step 27).
  public var credential: CredentialRecord
  /// Whether the user was verified.
  public var userVerified: Bool
  /// The attestation.
  public var attestation: AttestationVerdict
  /// What the metadata say about the authenticator; `nil` where the policy has none.
  public var metadata: MetadataVerdict?
  /// The outputs of the extensions.
  public var extensions: ExtensionOutputs
  /// What should be remembered.
  public var warnings: [CeremonyWarning]
}
