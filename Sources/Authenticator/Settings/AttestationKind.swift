/// What a new credential is attested with (WebAuthn L3 §8).
public enum AttestationKind: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Format "packed", signed by the credential's own key: it proves that the key exists, not where.
  case packedSelf
  /// Format "tpm": the chip says that the key was made inside it. Where the store has no certified attestation key it is `packedSelf` instead;
  /// a relying party that insists on "tpm" sees that in the format.
  case tpm
}
