/// A service that asks who somebody is, as whoever runs the site declared it: a relying party of OpenID Connect, a
/// client of OAuth 2.0.
public struct Client: Codable, Hashable, Sendable {
  /// Its name in requests, `client_id`.
  public var id: String
  /// Its name for people.
  public var name: String
  /// Where an answer may be sent.
  public var redirectURIs: [String]
  /// Where a browser may be sent after a sign-out that the service asked for.
  public var postLogoutRedirectURIs: [String] = []
  /// Where the service hears that a sign-in has ended (OpenID Connect Back-Channel Logout 1.0 §2.2).
  public var backChannelLogoutURI: String?
  /// The services with the same sector know a person under the same name (Core §8.1); `nil` if every such service does.
  public var sector: String?
  public var algorithm: SigningAlgorithm = .rs256
  /// `true` if the service has no secret, because it cannot keep one (RFC 6749 §2.1).
  public var isPublic = false
  /// `false` if the service cannot prove that it is the one that asked (PKCE, RFC 7636).
  public var requiresPKCE = true
  /// `true` if only a key of which its maker says that it cannot be copied opens the service.
  public var demandsHardware = false
  /// The age, in seconds, of the oldest touch of a key that opens the service; `nil` if any does.
  public var oldestTouch: Int?
  /// What the service may learn besides the person's name for it.
  public var scopes: Set<Scope> = [.profile]

  public init(id: String, name: String, redirectURIs: [String]) {
    self.id = id; self.name = name; self.redirectURIs = redirectURIs
  }

  /// The address that a request names, if it was declared.
  public func redirectURI(matching requested: String) -> RedirectURI? {
    guard let declared = redirectURIs.compactMap({ try? RedirectURI($0) }).first(where: { $0.matches(requested) })
    else { return nil }
    return declared.text == requested ? declared : try? RedirectURI(requested)
  }

  /// Returns `true` if a browser may be sent to this address after a sign-out.
  public func acceptsPostLogout(_ requested: String) -> Bool { postLogoutRedirectURIs.contains(requested) }
}

/// What a client may ask for (Core §5.4, §11).
public enum Scope: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
  /// The user name.
  case profile
  /// The address for mail, as whoever runs the site wrote it down.
  case email
  /// The groups, as whoever runs the site wrote them down.
  case groups
  /// To ask again while the person is away.
  case offlineAccess = "offline_access"

  public static func < (one: Self, other: Self) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// The algorithms with which tokens are signed (RFC 7518 §3.1).
public enum SigningAlgorithm: String, Codable, Hashable, Sendable, CaseIterable {
  case rs256 = "RS256"
  case es256 = "ES256"
}
