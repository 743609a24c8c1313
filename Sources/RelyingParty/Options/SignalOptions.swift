import Encoding

/// The argument of `PublicKeyCredential.signalAllAcceptedCredentials` (WebAuthn Level 3 §5.1.10), which tells a passkey
/// provider which of an account's credentials are still valid. The provider may hide or remove the account's other
/// credentials, so the list must be complete, and only someone signed in to the account may see it.
public struct AllAcceptedCredentialsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// The ids of all credentials that may sign in.
  public var allAcceptedCredentialIds: [[UInt8]]

  /// Creates the argument from an RP ID, a user handle and the accepted credentials.
  public init(rpId: String, userId: [UInt8], allAcceptedCredentialIds: [[UInt8]]) {
    (self.rpId, self.userId, self.allAcceptedCredentialIds) = (rpId, userId, allAcceptedCredentialIds)
  }

  /// Returns the members as a JSON object.
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

/// The argument of `PublicKeyCredential.signalCurrentUserDetails` (WebAuthn Level 3 §5.1.10), which tells a passkey
/// provider the current names of an account.
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

  /// Returns the members as a JSON object.
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

/// The argument of `PublicKeyCredential.signalUnknownCredential` (WebAuthn Level 3 §5.1.10), which tells a passkey
/// provider that the relying party does not know a credential, so that the provider can hide it. Use it only for a
/// credential that was just presented.
public struct UnknownCredentialOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The credential's id.
  public var credentialId: [UInt8]

  /// Creates the argument from an RP ID and a credential id.
  public init(rpId: String, credentialId: [UInt8]) { (self.rpId, self.credentialId) = (rpId, credentialId) }

  /// Returns the members as a JSON object.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("rpId", rpId)
      $0.member("credentialId", base64URL: credentialId)
    }
    return writer.bytes
  }
}
