/// An authentication that passed (WebAuthn Level 3 §7.2).
public struct AuthenticationVerdict: Sendable {
  /// The record as it should now be stored (§7.2 step 24): counter, backup state, and `uvInitialized`.
  public var credential: CredentialRecord
  /// Whether the user was verified.
  public var userVerified: Bool
  /// The signature counter now.
  public var newSignCount: UInt32
  /// Whether the credential is backed up now.
  public var backupState: Bool
  /// The outputs of the extensions.
  public var extensions: ExtensionOutputs
  /// What should be remembered.
  public var warnings: [CeremonyWarning]
}
