/// Who vouches for a key, and for what, as its registration showed. What its flags BE and BS say is another matter: they are claims.
public enum Vouching: String, Hashable, Sendable, Codable, CaseIterable {
  /// There was no attestation.
  case nobody
  /// The key signed for itself.
  case itself
  /// A statement that verifies, by somebody whom nothing here leads to.
  case stranger
  /// Somebody known: for the model, and not for where the key is kept.
  case known
  /// Somebody known, and also that the key can't leave its device.
  case deviceBound
}
