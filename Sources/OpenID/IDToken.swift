import Crypto
import Encoding

/// What a service is told of a person.
public struct PersonClaims: Hashable, Sendable {
  public var username: String
  public var email: String?
  public var groups: [String]

  public init(username: String, email: String? = nil, groups: [String] = []) {
    self.username = username; self.email = email; self.groups = groups
  }
}

/// Signs what this provider says: one issuer, and its keys.
public struct TokenSigner: Sendable {
  public var issuer: String
  public var keys: SigningKeys

  public init(issuer: String, keys: SigningKeys) { self.issuer = issuer; self.keys = keys }

  /// Returns an ID Token (Core §2, §3.1.3.6).
  /// - Parameters:
  ///   - session: The grant's name, `sid`, by which a logout names it later.
  ///   - accessToken: The access token that is given beside it.
  ///   - now: The time in seconds since 1970.
  public func idToken(
    for grant: Grant, of subject: Subject, to client: Client, session: String, accessToken: GivenSecret, at now: Int64
  ) throws -> String {
    try JSONWebToken.signed(.id, with: client.algorithm, of: keys) {
      $0.member("iss", issuer)
      $0.member("sub", subject.text)
      $0.member("aud", client.id)
      $0.member("exp", Int(now + Grant.accessLifetime))
      $0.member("iat", Int(now))
      $0.member("auth_time", Int(grant.authentication.at))
      $0.member("nonce", grant.nonce)
      $0.member("acr", grant.authentication.context.rawValue)
      $0.member("amr") { $0.array(grant.authentication.references) { $0.string($1) } }
      $0.member("sid", session)
      $0.member("at_hash", base64URL: Array(accessToken.digest[..<16]))
    }
  }

  /// Returns a Logout Token (OpenID Connect Back-Channel Logout 1.0 §2.4).
  /// - Parameter id: A name that no other Logout Token has.
  public func logoutToken(
    for session: String, of subject: Subject, to client: Client, id: String, at now: Int64
  ) throws -> String {
    try JSONWebToken.signed(.logout, with: client.algorithm, of: keys) {
      $0.member("iss", issuer)
      $0.member("sub", subject.text)
      $0.member("aud", client.id)
      $0.member("iat", Int(now))
      $0.member("exp", Int(now + Self.logoutLifetime))
      $0.member("jti", id)
      $0.member("events") {
        $0.object { $0.member("http://schemas.openid.net/event/backchannel-logout") { $0.object { _ in } } }
      }
      $0.member("sid", session)
    }
  }
  /// For how many seconds a Logout Token is good: each attempt to deliver it makes a new one.
  static let logoutLifetime: Int64 = 120

  /// Returns what the UserInfo endpoint answers (Core §5.3.2).
  public static func userInfo(of person: PersonClaims, as subject: Subject, _ scopes: Set<Scope>) -> [UInt8] {
    JSONWriter.bytes {
      $0.object {
        $0.member("sub", subject.text)
        if scopes.contains(.profile) {
          $0.member("preferred_username", person.username)
          $0.member("name", person.username)
        }
        if scopes.contains(.email), let email = person.email {
          $0.member("email", email)
          // Whoever runs the site wrote it down.
          $0.member("email_verified", true)
        }
        if scopes.contains(.groups) { $0.member("groups") { $0.array(person.groups) { $0.string($1) } } }
      }
    }
  }
}
