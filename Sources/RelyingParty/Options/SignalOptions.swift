import Encoding

/// Tells a passkey provider which credentials of an account still count: the argument of
/// `PublicKeyCredential.signalAllAcceptedCredentials` (WebAuthn Level 3 §5.1.10). Others of the account may be hidden
/// or removed, so the list has to be whole, and only somebody who is signed in to the account may see it.
public struct AllAcceptedCredentialsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// Every credential that may sign in.
  public var allAcceptedCredentialIds: [[UInt8]]

  /// Creates it from all three.
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

/// Tells a passkey provider what an account is called now: the argument of
/// `PublicKeyCredential.signalCurrentUserDetails` (WebAuthn Level 3 §5.1.10).
public struct CurrentUserDetailsOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The user handle of the account.
  public var userId: [UInt8]
  /// The name of the account.
  public var name: String
  /// The name of the person.
  public var displayName: String

  /// Creates it from all four.
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

/// Tells a passkey provider that a credential is not known here, so that it may be put away: the argument of
/// `PublicKeyCredential.signalUnknownCredential` (WebAuthn Level 3 §5.1.10). Only for a credential that was just
/// presented.
public struct UnknownCredentialOptions: Hashable, Sendable, Codable {
  /// The RP ID.
  public var rpId: String
  /// The credential.
  public var credentialId: [UInt8]

  /// Creates it from both.
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
