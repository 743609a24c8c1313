import Encoding

/// Tells a passkey provider which of an account's credentials are still valid: the argument of
/// `PublicKeyCredential.signalAllAcceptedCredentials` (WebAuthn Level 3 §5.1.10). The provider may hide or remove the
/// account's other credentials, so the list must be complete, and only someone signed in to the account may see it.
public struct AllAcceptedCredentialsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// Every credential that may sign in.
  public var allAcceptedCredentialIds: [[UInt8]]

  /// Creates the argument from an RP ID, a user handle and the accepted credentials.
  public init(rpId: String, userId: [UInt8], allAcceptedCredentialIds: [[UInt8]]) {
    (self.rpId, self.userId, self.allAcceptedCredentialIds) = (rpId, userId, allAcceptedCredentialIds)
  }

  /// The members as a JSON object.
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

/// Tells a passkey provider an account's current names: the argument of `PublicKeyCredential.signalCurrentUserDetails`
/// (WebAuthn Level 3 §5.1.10).
public struct CurrentUserDetailsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// The account's name.
  public var name: String
  /// The person's name.
  public var displayName: String

  /// Creates the argument from an RP ID, a user handle and the current names.
  public init(rpId: String, userId: [UInt8], name: String, displayName: String) {
    (self.rpId, self.userId, self.name, self.displayName) = (rpId, userId, name, displayName)
  }

  /// The members as a JSON object.
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

/// Tells a passkey provider that a credential is unknown here, so that it can be hidden: the argument of
/// `PublicKeyCredential.signalUnknownCredential` (WebAuthn Level 3 §5.1.10). Only for a credential that was just
/// presented.
public struct UnknownCredentialOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The credential's id.
  public var credentialId: [UInt8]

  /// Creates the argument from an RP ID and a credential id.
  public init(rpId: String, credentialId: [UInt8]) { (self.rpId, self.credentialId) = (rpId, credentialId) }

  /// The members as a JSON object.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("rpId", rpId)
      $0.member("credentialId", base64URL: credentialId)
    }
    return writer.bytes
  }
}
