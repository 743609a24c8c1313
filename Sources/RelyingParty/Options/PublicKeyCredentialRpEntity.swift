/// The relying party as the browser and the authenticator see it (WebAuthn Level 3 §5.4.2).
public struct PublicKeyCredentialRpEntity: Hashable, Sendable, Codable {
  /// The RP ID, a host name.
  public var id: String
  /// A name for people.
  public var name: String

  /// The two together.
  public init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
