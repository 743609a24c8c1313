import Encoding

/// Tells a passkey provider that a credential is not known here, so that it may be put away: the argument of
/// `PublicKeyCredential.signalUnknownCredential` (WebAuthn Level 3 §5.1.10). Only for a credential that was just presented.
public struct UnknownCredentialOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The credential.
  public var credentialId: [UInt8]

  /// The two together.
  public init(rpId: String, credentialId: [UInt8]) { (self.rpId, self.credentialId) = (rpId, credentialId) }

  /// The members as JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("rpId", rpId)
      $0.member("credentialId", base64URL: credentialId)
    }
    return writer.bytes
  }
}
