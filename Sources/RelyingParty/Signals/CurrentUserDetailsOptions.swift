import Encoding

/// Tells a passkey provider what an account is called now: the argument of `PublicKeyCredential.signalCurrentUserDetails`
/// (WebAuthn Level 3 §5.1.10).
public struct CurrentUserDetailsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// The name of the account.
  public var name: String
  /// The name of the person.
  public var displayName: String

  /// The four together.
  public init(rpId: String, userId: [UInt8], name: String, displayName: String) {
    (self.rpId, self.userId, self.name, self.displayName) = (rpId, userId, name, displayName)
  }

  /// The members as JSON.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("rpId", rpId)
      $0.member("userId", base64URL: userId)
      $0.member("name", name)
      $0.member("displayName", displayName)
    }
    return writer.bytes
  }
}
