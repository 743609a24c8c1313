/// A WebAuthn relying party (WebAuthn Level 3 §7): it creates options and verifies the responses.
///
/// The relying party is a value and uses no I/O, clock or randomness. The caller generates the challenge (32 random
/// bytes), keeps the state between the two halves for a limited time, and uses the state once.
public struct RelyingParty: Sendable {
  /// The RP ID: the host name to which credentials are bound.
  public let id: String
  /// The name that a browser may show.
  public var name: String
  /// The accepted origins, compared character by character: `https://example.org`, also `android:apk-key-hash:…`.
  public var origins: [String]
  /// `true` if a page in a frame of another site may start ceremonies (`crossOrigin`).
  public var allowsCrossOrigin = false
  /// The accepted origins of the page that contains such a frame (`topOrigin`).
  public var topOrigins: [String] = []
  /// The algorithms that can be verified.
  public var algorithms = SignatureAlgorithms.standard
  /// The attestation formats that can be verified.
  public var formats = AttestationFormats.standard
  /// The cache of imported keys; without it, each key is imported on every use. Copies of the relying party share the
  /// cache.
  public var keys: CredentialKeyCache?
  let idHash: [UInt8]

  /// Creates a relying party with the default algorithms and formats.
  public init(id: String, name: String, origins: [String]) {
    (self.id, self.name, self.origins) = (id, name, origins)
    idHash = Array(id.utf8).hash
  }
}
