/// What an attestation says about where the key lives (WebAuthn Level 3 §6.5.4).
public enum AttestationType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing.
  case none
  /// Signed with the credential's own key.
  case `self`
  /// Signed with a key of the model, or by an attestation CA: the two look alike.
  case basic
  /// A CA that gives a certificate for each attestation key.
  case attestationCA = "attca"
  /// A CA that gives a certificate for each credential.
  case anonymizationCA = "anonca"
}
