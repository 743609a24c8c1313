/// Whether a response has to say whose credential it is (WebAuthn Level 3 §7.2 step 6). One that says it is always held to it.
public enum UserHandlePolicy: String, Hashable, Sendable, Codable {
  /// Only where nobody was named before the ceremony.
  case ifPresent
  /// Always, as every discoverable credential does.
  case required
}
