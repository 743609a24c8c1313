import Encoding

/// Tells a passkey provider which credentials of an account still count: the argument of
/// `PublicKeyCredential.signalAllAcceptedCredentials` (WebAuthn Level 3 §5.1.10). Others of the account may be hidden or removed, so the list
/// has to be whole, and only somebody who is signed in to the account may see it.
public struct AllAcceptedCredentialsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// Every credential that may sign in.
  public var allAcceptedCredentialIds: [[UInt8]]

  /// The three together.
  public init(rpId: String, userId: [UInt8], allAcceptedCredentialIds: [[UInt8]]) {
    (self.rpId, self.userId, self.allAcceptedCredentialIds) = (rpId, userId, allAcceptedCredentialIds)
  }

  /// The members as JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("rpId", rpId)
      json.member("userId", base64URL: userId)
      json.member("allAcceptedCredentialIds") { $0.array(allAcceptedCredentialIds) { $0.string(Base64URL.encode($1)) } }
    }
    return writer.bytes
  }
}
