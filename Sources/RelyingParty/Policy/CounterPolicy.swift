/// What to do when the signature counter does not grow (WebAuthn Level 3 §7.2 step 22, §6.1.1). A counter that stays 0 is legal.
public enum CounterPolicy: String, Hashable, Sendable, Codable {
  /// Report it among the warnings.
  case warn
  /// Refuse the ceremony.
  case strict
}
