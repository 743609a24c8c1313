/// How much attestation the relying party asks for (WebAuthn Level 3 §5.4.7).
public enum AttestationConveyancePreference: String, Hashable, Sendable, Codable {
  /// No statement is wanted; the browser may leave out the AAGUID too.
  case none
  /// A statement, which the browser may replace by one that tells less.
  case indirect
  /// The statement as the authenticator made it.
  case direct
  /// One that may name the single authenticator, for organizations that the browser was set up to let ask.
  case enterprise
}
