import Encoding

/// A client's request that somebody say who they are: an Authentication Request of the code flow (Core §3.1.2.1).
public struct AuthorizationRequest: Hashable, Sendable {
  public var clientID: String
  public var destination: Destination
  public var scopes: Set<Scope>
  public var nonce: String?
  /// The SHA-256 of what the client will show for the code (RFC 7636 §4.2); `nil` if it need not show anything.
  public var codeChallenge: [UInt8]?
  public var prompt: Set<Prompt>
  /// The age, in seconds, of the oldest sign-in that the client takes; `nil` if it takes any.
  public var maxAge: Int?
  public var idTokenHint: String?
  /// `true` if only a key of which its maker says that it cannot be copied will do.
  public var demandsHardware: Bool

  /// The values of `prompt`.
  public enum Prompt: String, Hashable, Sendable { case none, login, consent, selectAccount = "select_account" }

  /// The length, in bytes, of the longest query: it waits in a cookie while somebody signs in.
  public static let longest = 2800

  /// - Throws: `refused` if nobody may be sent to the client with it, and `error` otherwise.
  public init(_ parameters: Parameters, from client: Client) throws(AuthorizationFault) {
    let destination = try Destination(parameters, of: client)
    self.destination = destination
    clientID = client.id
    func wrong(_ code: AuthorizationError.Code, _ description: String) -> AuthorizationFault {
      .error(AuthorizationError(code, description), destination)
    }
    if let mode = parameters["response_mode"], Destination.Mode(rawValue: mode) == nil {
      throw wrong(.invalidRequest, "response_mode is query or form_post")
    }
    // A browser's policy cannot name such an address as the place of a form.
    if destination.mode == .formPost, destination.uri.origin == nil || destination.uri.host.hasPrefix("[") {
      throw wrong(.invalidRequest, "form_post does not reach this address")
    }
    if parameters.repeatsAny { throw wrong(.invalidRequest, "a parameter stands twice") }
    for (name, code) in Self.unsupported where parameters[name] != nil { throw wrong(code, "\(name) is not supported") }
    guard let type = parameters["response_type"] else { throw wrong(.invalidRequest, "response_type is missing") }
    guard type == "code" else { throw wrong(.unsupportedResponseType, "response_type is code") }

    let words = Self.words(parameters["scope"])
    guard words.contains("openid") else { throw wrong(.invalidScope, "the scope openid is missing") }
    // What is not known, and what the client was not declared to get, is left out (Core §3.1.2.1).
    scopes = Set(words.compactMap(Scope.init)).intersection(client.scopes)

    prompt = Set(Self.words(parameters["prompt"]).compactMap(Prompt.init))
    if prompt.contains(.none), prompt.count > 1 || Self.words(parameters["prompt"]).count > 1 {
      throw wrong(.invalidRequest, "prompt=none stands alone")
    }
    if let text = parameters["max_age"] {
      guard let number = Int32(text), number >= 0, text.allSatisfy({ ("0"..."9").contains($0) })
      else { throw wrong(.invalidRequest, "max_age is a number of seconds") }
      maxAge = Int(number)
    }
    codeChallenge = try Self.challenge(parameters, of: client, wrong)
    nonce = parameters["nonce"]
    idTokenHint = parameters["id_token_hint"]
    // `acr_values` is only a wish (Core §3.1.2.1): the answer says what it was.
    demandsHardware = client.demandsHardware
    if let oldest = client.oldestTouch { maxAge = min(oldest, maxAge ?? oldest) }
  }

  /// Returns the query as it counts once somebody has signed in for it: nobody is asked to sign in twice, or which
  /// account it is to be.
  public static func afterSignIn(_ query: String) -> String {
    guard let parameters = Parameters(decoding: query), let prompt = parameters["prompt"] else { return query }
    var rest = parameters.without(["prompt"])
    let done = [Prompt.login, .selectAccount].map(\.rawValue)
    rest.append("prompt", words(prompt).filter { !done.contains($0) }.joined(separator: " "))
    return rest.encoded
  }

  private static let unsupported: [(String, AuthorizationError.Code)] = [
    ("request", .requestNotSupported), ("request_uri", .requestURINotSupported),
    ("registration", .registrationNotSupported),
  ]

  private static func words(_ text: String?) -> [String] { (text ?? "").split(separator: " ").map(String.init) }

  private static func challenge(
    _ parameters: Parameters, of client: Client, _ wrong: (AuthorizationError.Code, String) -> AuthorizationFault
  ) throws(AuthorizationFault) -> [UInt8]? {
    guard let text = parameters["code_challenge"] else {
      if parameters["code_challenge_method"] != nil || client.requiresPKCE {
        throw wrong(.invalidRequest, "code_challenge is missing")
      }
      return nil
    }
    guard parameters["code_challenge_method"] == "S256" else {
      throw wrong(.invalidRequest, "code_challenge_method is S256")
    }
    guard let digest = Base64URL.decode(text), digest.count == 32 else {
      throw wrong(.invalidRequest, "code_challenge is 32 bytes in base64url")
    }
    return digest
  }
}

/// Why a request is not granted.
public enum AuthorizationFault: Error, Hashable, Sendable {
  /// The person is told, and nobody is sent anywhere (RFC 6749 §4.1.2.1): the request may be a trap.
  case refused(Refusal)
  /// The client is told.
  case error(AuthorizationError, Destination)

  public enum Refusal: String, Hashable, Sendable { case unknownClient, wrongRedirectURI, malformed }
}

/// What a client is told instead of an answer (RFC 6749 §4.1.2.1, Core §3.1.2.6).
public struct AuthorizationError: Hashable, Sendable {
  public enum Code: String, Hashable, Sendable {
    case invalidRequest = "invalid_request"
    case invalidScope = "invalid_scope"
    case accessDenied = "access_denied"
    case unsupportedResponseType = "unsupported_response_type"
    case loginRequired = "login_required"
    case consentRequired = "consent_required"
    case requestNotSupported = "request_not_supported"
    case requestURINotSupported = "request_uri_not_supported"
    case registrationNotSupported = "registration_not_supported"
  }
  public var code: Code
  /// For the service's developer, in printable ASCII.
  public var description: String

  public init(_ code: Code, _ description: String) { self.code = code; self.description = description }
}

/// Where the answer to a request goes, and how.
public struct Destination: Hashable, Sendable {
  public enum Mode: String, Hashable, Sendable { case query, formPost = "form_post" }
  public var uri: RedirectURI
  public var mode: Mode
  public var state: String?

  /// - Throws: `refused`, if the request does not come from this client, or names an address that it did not declare.
  public init(_ parameters: Parameters, of client: Client) throws(AuthorizationFault) {
    guard !parameters.repeats("client_id"), parameters["client_id"] == client.id else {
      throw .refused(.unknownClient)
    }
    guard !parameters.repeats("redirect_uri"), let requested = parameters["redirect_uri"],
      let uri = client.redirectURI(matching: requested)
    else { throw .refused(.wrongRedirectURI) }
    self.uri = uri
    mode = parameters["response_mode"].flatMap(Mode.init) ?? .query
    state = parameters.repeats("state") ? nil : parameters["state"]
  }
}
