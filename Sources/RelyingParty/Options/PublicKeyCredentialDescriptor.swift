/// Names a credential (WebAuthn Level 3 §5.8.3).
public struct PublicKeyCredentialDescriptor: Hashable, Sendable, Codable {
  /// The credential id.
  public var id: [UInt8]
  /// How its authenticator was reached at registration; a hint for the browser.
  public var transports: [AuthenticatorTransport]

  /// A credential by its id.
  public init(id: [UInt8], transports: [AuthenticatorTransport] = []) { (self.id, self.transports) = (id, transports) }
}
