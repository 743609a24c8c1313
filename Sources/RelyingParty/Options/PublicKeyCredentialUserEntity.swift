/// The account that the new credential is for (WebAuthn Level 3 §5.4.3).
public struct PublicKeyCredentialUserEntity: Hashable, Sendable, Codable {
  /// The user handle: 1 to 64 bytes that say nothing about the person.
  public var id: [UInt8]
  /// The name of the account, to tell accounts apart.
  public var name: String
  /// The name of the person.
  public var displayName: String

  /// The three together.
  public init(id: [UInt8], name: String, displayName: String) { (self.id, self.name, self.displayName) = (id, name, displayName) }
}
