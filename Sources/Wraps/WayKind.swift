/// The kinds of thing that can open an account. Each has a secret that only the hands see; a wrap is a copy of the Master Key under it.
public enum WayKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A hardware key or passkey, by its PRF.
  case key
  /// A Keycard, by its exported encryption key.
  case card
  /// The recovery code of twelve words.
  case phrase
  /// Shares with escrow providers.
  case escrow
}

extension WayKind {
  /// Whether the secret itself is what proves that the thing is present, and finds its record (§2).
  var provesItself: Bool { self == .phrase || self == .escrow }
}
