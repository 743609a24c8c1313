import Encoding

/// What a platform asks for in authenticatorGetAssertion (CTAP 2.1 §6.2).
public struct GetAssertionCommand: Sendable {
  public var rpID: String
  /// SHA-256 of the client data.
  public var clientDataHash: [UInt8]
  /// Credential ids; none means any discoverable credential.
  public var allowed: [[UInt8]] = []
  /// By their identifiers, with the inputs that the authenticator understands.
  public var extensions: [String: CBORValue] = [:]
  /// Without presence nobody is asked, and the answer only tells whether there is such a credential.
  public var needsPresence = true
  /// Lets the authenticator verify the person itself; only without a token.
  public var verifiesBuiltIn = false
  public var token: ClientToken?

  public init(rpID: String, clientDataHash: [UInt8]) { (self.rpID, self.clientDataHash) = (rpID, clientDataHash) }

  public var parameters: CBORValue {
    var options: [String: CBORValue] = [:]
    if !needsPresence { options["up"] = .boolean(false) }
    if verifiesBuiltIn { options["uv"] = .boolean(true) }
    return .members([
      1: .text(rpID), 2: .byteString(clientDataHash), 3: allowed.isEmpty ? nil : .array(allowed.map { CredentialDescriptor(id: $0).encoded }),
      4: .texts(extensions), 5: .texts(options), 6: token.map { .byteString($0.parameter(over: clientDataHash)) },
      7: token.map { .integer($0.version.rawValue) },
    ])
  }
}
