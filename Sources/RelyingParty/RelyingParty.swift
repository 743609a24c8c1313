/// A WebAuthn relying party (WebAuthn Level 3 §7): it makes options and verifies the answers.
///
/// It is a value and has no I/O, clock or randomness. The caller draws the challenge (32 random bytes), keeps the state
/// between the two halves for a limited time, and uses it once.
public struct RelyingParty: Sendable {
  /// The RP ID: the host name that credentials are bound to.
  public let id: String
  /// The name that a browser may show.
  public var name: String
  /// The accepted origins, compared character by character: `https://example.org`, also `android:apk-key-hash:…`.
  public var origins: [String]
  /// `true` if a page in a frame of another site may ask (`crossOrigin`).
  public var allowsCrossOrigin = false
  /// The accepted origins of the page around such a frame (`topOrigin`).
  public var topOrigins: [String] = []
  /// The algorithms that can be verified.
  public var algorithms = SignatureAlgorithms.standard
  /// The attestation formats that can be verified.
  public var formats = AttestationFormats.standard
  /// The cache of imported keys; without it, each key is imported when it is used. Copies of the relying party share
  /// the cache.
  public var keys: CredentialKeyCache?
  let idHash: [UInt8]

  /// A relying party.
  public init(id: String, name: String, origins: [String]) {
    (self.id, self.name, self.origins) = (id, name, origins)
    idHash = Array(id.utf8).hash
  }
}
