import Encoding

/// A request to the token endpoint (Core §3.1.3.1, §12.1), or to revoke a token (RFC 7009 §2.1).
public struct TokenRequest: Hashable, Sendable {
  public enum Act: Hashable, Sendable {
    case exchange(Exchange)
    case refresh(GivenSecret, scopes: Set<Scope>?)
    case revoke(GivenSecret?)
  }
  /// The exchange of a code.
  public struct Exchange: Hashable, Sendable {
    public var code: GivenSecret
    public var redirectURI: String
    public var verifier: String?
  }
  public var act: Act
  public var credentials: ClientCredentials

  /// The length, in bytes, of the longest body.
  public static let longest = 8192

  /// - Parameters:
  ///   - body: The parameters, as `application/x-www-form-urlencoded`.
  ///   - authorization: The header `Authorization`, if there is one.
  public init(token body: String, authorization: String?) throws(TokenError) {
    let parameters = try Self.parameters(body)
    credentials = try ClientCredentials(parameters, authorization)
    switch parameters["grant_type"] {
    case "authorization_code":
      guard let text = parameters["code"], let redirectURI = parameters["redirect_uri"]
      else { throw TokenError(.invalidRequest, "code or redirect_uri is missing") }
      guard let code = GivenSecret(text) else { throw .spent }
      act = .exchange(Exchange(code: code, redirectURI: redirectURI, verifier: parameters["code_verifier"]))
    case "refresh_token":
      guard let text = parameters["refresh_token"] else {
        throw TokenError(.invalidRequest, "refresh_token is missing")
      }
      guard let token = GivenSecret(text) else { throw .spent }
      let words = parameters["scope"]?.split(separator: " ").map(String.init).filter { $0 != "openid" }
      let scopes = words.map { Set($0.compactMap(Scope.init)) }
      guard scopes?.count == words.map({ Set($0).count }) else {
        throw TokenError(.invalidScope, "more than was given")
      }
      act = .refresh(token, scopes: scopes)
    case nil: throw TokenError(.invalidRequest, "grant_type is missing")
    default: throw TokenError(.unsupportedGrantType, "grant_type is authorization_code or refresh_token")
    }
  }

  public init(revocation body: String, authorization: String?) throws(TokenError) {
    let parameters = try Self.parameters(body)
    credentials = try ClientCredentials(parameters, authorization)
    guard let token = parameters["token"] else { throw TokenError(.invalidRequest, "token is missing") }
    act = .revoke(GivenSecret(token))
  }

  private static func parameters(_ body: String) throws(TokenError) -> Parameters {
    guard body.utf8.count <= longest, let parameters = Parameters(decoding: body)
    else { throw TokenError(.invalidRequest, "the body is no form, or too long") }
    guard !parameters.repeatsAny else { throw TokenError(.invalidRequest, "a parameter stands twice") }
    return parameters
  }
}

/// How a client says which it is (RFC 6749 §2.3.1): its secret in the header or in the body, or no secret.
public struct ClientCredentials: Hashable, Sendable {
  public var id: String
  /// `nil` from a client that has none.
  public var secret: GivenSecret?
  /// `true` if the client used the header, and must be told so when it is refused (RFC 6749 §5.2).
  public var isInHeader: Bool

  init(_ parameters: Parameters, _ authorization: String?) throws(TokenError) {
    guard let authorization else {
      guard let id = parameters["client_id"] else { throw TokenError(.invalidClient, "client_id is missing") }
      (self.id, isInHeader) = (id, false)
      if let shown = parameters["client_secret"] {
        guard let secret = GivenSecret(shown) else { throw .unknownClient(isInHeader: false) }
        self.secret = secret
      }
      return
    }
    guard parameters["client_secret"] == nil else {
      throw TokenError(.invalidRequest, "the client shows its secret in two ways")
    }
    guard let (id, shown) = Self.basic(authorization), let secret = GivenSecret(shown) else {
      throw .unknownClient(isInHeader: true)
    }
    guard parameters["client_id"].map({ $0 == id }) ?? true else {
      throw TokenError(.invalidRequest, "the client names itself in two ways")
    }
    (self.id, self.secret, isInHeader) = (id, secret, true)
  }

  /// Reads `Basic` (RFC 7617), whose two halves are encoded as in a form.
  private static func basic(_ header: String) -> (id: String, secret: String)? {
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "basic", let bytes = standardBase64(words[1]) else { return nil }
    let halves = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let id = Parameters.decoded(halves[0]), let secret = Parameters.decoded(halves[1])
    else { return nil }
    return (id, secret)
  }

  /// Base64 with the standard alphabet, padded or not (RFC 4648 §4).
  private static func standardBase64(_ text: Substring) -> [UInt8]? {
    var text = text.filter { $0 != "=" }
    text = text.replacing("+", with: "-").replacing("/", with: "_")
    return Base64URL.decode(text)
  }
}

/// Why a request to the token endpoint is refused (RFC 6749 §5.2).
public struct TokenError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"
  }
  public var code: Code
  /// For the service's developer, in printable ASCII.
  public var description: String
  /// `true` if the client showed a wrong secret in the header.
  public var asksForHeader: Bool

  public init(_ code: Code, _ description: String, asksForHeader: Bool = false) {
    self.code = code; self.description = description; self.asksForHeader = asksForHeader
  }

  /// A code or a token that is not known, was used, ran out, or was given to another client. They look the same.
  public static let spent = TokenError(.invalidGrant, "the code or token is not good, or not any more")
  /// A client that is not known, or shows the wrong secret. They look the same.
  public static func unknownClient(isInHeader: Bool) -> TokenError {
    TokenError(.invalidClient, "the client is not known, or shows the wrong secret", asksForHeader: isInHeader)
  }

  /// The body of the answer.
  public var body: [UInt8] {
    JSONWriter.bytes {
      $0.object {
        $0.member("error", code.rawValue)
        $0.member("error_description", description)
      }
    }
  }
}

/// What the token endpoint gives (Core §3.1.3.3, §12.2).
public struct TokenResponse: Hashable, Sendable {
  public var accessToken: GivenSecret
  public var refreshToken: GivenSecret?
  public var idToken: String
  public var scopes: Set<Scope>

  public init(accessToken: GivenSecret, refreshToken: GivenSecret?, idToken: String, scopes: Set<Scope>) {
    self.accessToken = accessToken; self.refreshToken = refreshToken; self.idToken = idToken; self.scopes = scopes
  }

  /// The body of the answer.
  public var body: [UInt8] {
    JSONWriter.bytes {
      $0.object {
        $0.member("access_token", accessToken.text)
        $0.member("token_type", "Bearer")
        $0.member("expires_in", Int(Grant.accessLifetime))
        $0.member("refresh_token", refreshToken?.text)
        $0.member("id_token", idToken)
        $0.member("scope", (["openid"] + scopes.sorted().map(\.rawValue)).joined(separator: " "))
      }
    }
  }
}
