/// How much attestation the relying party asks for (WebAuthn Level 3 §5.4.7).
public enum AttestationConveyancePreference: String, Hashable, Sendable, Codable {
  case none, indirect, direct, enterprise
}
