import Crypto
import Encoding

/// What one answer gave a client: what its code, and every token after it, stands for.
public struct Grant: Codable, Hashable, Sendable {
  public var scopes: Set<Scope>
  public var authentication: Authentication
  public var redirectURI: String
  public var nonce: String?
  public var codeChallenge: [UInt8]?

  /// For how many seconds a code can be exchanged (RFC 6749 §4.1.2).
  public static let codeLifetime: Int64 = 60
  /// For how many seconds an access token, and an ID Token, is good.
  public static let accessLifetime: Int64 = 10 * 60
  /// For how many seconds a client may stay away before it must send the person again.
  public static let refreshLifetime: Int64 = 90 * 24 * 60 * 60

  public init(_ request: AuthorizationRequest, by authentication: Authentication) {
    scopes = request.scopes
    self.authentication = authentication
    redirectURI = request.destination.uri.text
    nonce = request.nonce
    codeChallenge = request.codeChallenge
  }

  /// `true` if the client may ask while the person is away.
  public var isOffline: Bool { scopes.contains(.offlineAccess) }

  /// Returns `true` if the exchange comes from whom the code was made for (RFC 7636 §4.6): it names the same address,
  /// and knows what the request had a digest of. One that shows something for a request without a digest is refused as
  /// well (RFC 9700 §2.1.1).
  public func isExchanged(by exchange: TokenRequest.Exchange) -> Bool {
    guard exchange.redirectURI == redirectURI else { return false }
    guard let codeChallenge else { return exchange.verifier == nil }
    guard let verifier = exchange.verifier, (43...128).contains(verifier.utf8.count) else { return false }
    return SHA256.hash(data: Array(verifier.utf8)) == codeChallenge
  }
}

/// A secret that is given to a client: a code, or a token. Only its digest is kept.
public struct GivenSecret: Hashable, Sendable {
  public let text: String

  /// - Parameter randomBytes: 32 of them.
  public init(randomBytes: [UInt8]) { text = Base64URL.encode(randomBytes) }
  /// A secret that somebody shows.
  public init?(_ shown: String) {
    guard shown.utf8.count == 43 else { return nil }
    text = shown
  }

  /// What is kept of it: its SHA-256.
  public var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

  /// Returns `true` if this is the secret whose digest was kept. It takes the same time, whatever differs.
  public func matches(_ digest: [UInt8]) -> Bool {
    let own = SHA256.hash(data: Array(text.utf8))
    return own == digest
  }
}
