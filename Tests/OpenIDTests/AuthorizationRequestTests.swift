import OpenID
import Testing

/// OpenID Connect Core §3.1.2.1 and §3.1.2.2, RFC 6749 §3.1 and §4.1.1, RFC 7636, RFC 9700 §2 and §4: what a request may say.
@Suite struct AuthorizationRequestTests {
  @Test("a whole request is read: scopes, state, nonce, challenge, destination")
  func whole() throws {
    let request = try Example.request()
    #expect(request.clientID == "notes" && request.scopes == [.profile] && request.nonce == "n")
    #expect(request.destination.uri.text == "https://notes.example/back?a=1" && request.destination.mode == .query)
    #expect(request.destination.state == "s&t" && request.codeChallenge?.count == 32)
    #expect(request.prompt.isEmpty && request.maxAge == nil && !request.demandsHardware)
  }

  /// A wrong request, and what it is told. `nil` as an error: nobody is sent anywhere.
  struct Wrong: Sendable, CustomTestStringConvertible {
    var what: String, changes: [(String, String?)], error: AuthorizationError.Code?
    init(_ what: String, _ changes: [(String, String?)], _ error: AuthorizationError.Code?) {
      self.what = what; self.changes = changes; self.error = error
    }
    var testDescription: String { what }
  }

  static let back = "https://notes.example/back?a=1"
  static let wrongRequests: [Wrong] = [
    Wrong("no client", [("client_id", nil)], nil),
    Wrong("another client", [("client_id", "other")], nil),
    Wrong("two clients", [("client_id", "notes"), ("client_id", "other")], nil),
    Wrong("no redirect URI", [("redirect_uri", nil)], nil),
    Wrong("a redirect URI off by one byte", [("redirect_uri", "https://notes.example/back?a=2")], nil),
    Wrong("one byte more", [("redirect_uri", back + "/")], nil),
    Wrong("another case", [("redirect_uri", "https://notes.example/Back?a=1")], nil),
    Wrong("a path that only normalizes to it", [("redirect_uri", "https://notes.example/x/../back?a=1")], nil),
    Wrong("an added parameter", [("redirect_uri", back + "&b=1")], nil),
    Wrong("a fragment", [("redirect_uri", back + "#")], nil),
    Wrong("a user's name", [("redirect_uri", "https://notes.example@evil.example/back?a=1")], nil),
    Wrong("two redirect URIs", [("redirect_uri", back), ("redirect_uri", "https://evil.example/")], nil),
    Wrong("no response type", [("response_type", nil)], .invalidRequest),
    Wrong("the implicit flow", [("response_type", "id_token")], .unsupportedResponseType),
    Wrong("a token in the fragment", [("response_type", "token")], .unsupportedResponseType),
    Wrong("the hybrid flow", [("response_type", "code id_token")], .unsupportedResponseType),
    Wrong("an answer in the fragment", [("response_mode", "fragment")], .invalidRequest),
    Wrong("no scope", [("scope", nil)], .invalidScope),
    Wrong("no scope openid", [("scope", "profile")], .invalidScope),
    Wrong("a parameter twice", [("nonce", "1"), ("nonce", "2")], .invalidRequest),
    Wrong("an unknown parameter twice", [("x", "1"), ("x", "2")], .invalidRequest),
    Wrong("no challenge", [("code_challenge", nil), ("code_challenge_method", nil)], .invalidRequest),
    Wrong("a method without a challenge", [("code_challenge", nil)], .invalidRequest),
    Wrong("a plain challenge", [("code_challenge_method", "plain")], .invalidRequest),
    Wrong("a challenge without a method, which is plain", [("code_challenge_method", nil)], .invalidRequest),
    Wrong("a short challenge", [("code_challenge", "E9Mel")], .invalidRequest),
    Wrong("a padded challenge", [("code_challenge", Example.challenge + "=")], .invalidRequest),
    Wrong("prompt none with another", [("prompt", "none login")], .invalidRequest),
    Wrong("a max_age that is no number", [("max_age", "1h")], .invalidRequest),
    Wrong("a negative max_age", [("max_age", "-1")], .invalidRequest),
    Wrong("a max_age with a sign", [("max_age", "+1")], .invalidRequest),
    Wrong("a request object", [("request", "e30.e30.")], .requestNotSupported),
    Wrong("a request elsewhere", [("request_uri", "https://notes.example/r")], .requestURINotSupported),
    Wrong("a registration", [("registration", "{}")], .registrationNotSupported),
  ]

  @Test("a wrong request is refused, and only a declared address ever hears of it", arguments: wrongRequests)
  func wrong(_ wrong: Wrong) {
    let fault = #expect(throws: AuthorizationFault.self) { try Example.request(wrong.changes) }
    switch fault {
    case .refused: #expect(wrong.error == nil)
    case .error(let error, let destination):
      #expect(error.code == wrong.error && destination.uri.text == Self.back)
      #expect(error.description.utf8.allSatisfy { (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c })
    case nil: break
    }
  }

  @Test("what is not known is left out: scopes, prompts, parameters; and scopes that were not declared for the client")
  func unknown() throws {
    let request = try Example.request([
      ("scope", "openid profile groups phone admin"), ("prompt", "create"), ("foo", "bar"), ("claims", "{}"),
      ("ui_locales", "tlh"), ("claims_locales", "tlh"), ("acr_values", "phrh"), ("display", "wap"),
    ])
    #expect(request.scopes == [.profile] && request.prompt.isEmpty && !request.demandsHardware)
  }

  @Test("a parameter without a value counts as left out (RFC 6749 §3.1)")
  func empty() throws {
    var parameters = Example.query([("scope", nil)])
    parameters = try #require(Parameters(decoding: parameters.encoded + "&scope=&state="))
    #expect(throws: AuthorizationFault.self) { try AuthorizationRequest(parameters, from: Example.client) }
  }

  @Test("a client that cannot do PKCE has to be declared so, and one that can still may")
  func withoutPKCE() throws {
    var client = Example.client
    client.requiresPKCE = false
    let without = try Example.request([("code_challenge", nil), ("code_challenge_method", nil)], from: client)
    #expect(without.codeChallenge == nil)
    #expect(try Example.request(from: client).codeChallenge != nil)
    #expect(throws: AuthorizationFault.self) {
      try Example.request([("code_challenge_method", "plain")], from: client)
    }
  }

  @Test("what a client demands in its declaration cannot be talked down in a request")
  func demands() throws {
    var client = Example.client
    (client.demandsHardware, client.oldestTouch) = (true, 60)
    #expect(try Example.request(from: client).demandsHardware)
    #expect(try Example.request([("acr_values", "0")], from: client).demandsHardware)
    #expect(try Example.request([("max_age", "100")], from: client).maxAge == 60)
    #expect(try Example.request([("max_age", "0")], from: client).maxAge == 0)
  }

  @Test("after a sign-in, only prompt=login and select_account are taken out of what waited")
  func afterSignIn() throws {
    let query = Example.query([("prompt", "login select_account consent"), ("max_age", "0")]).encoded
    let after = try #require(Parameters(decoding: AuthorizationRequest.afterSignIn(query)))
    #expect(after["prompt"] == "consent" && after["max_age"] == "0" && after["state"] == "s&t")
    let alone = AuthorizationRequest.afterSignIn(Example.query([("prompt", "login")]).encoded)
    #expect(try #require(Parameters(decoding: alone))["prompt"] == nil)
  }

  @Test(
    "form_post reaches no address that a browser's policy cannot name",
    arguments: ["com.example.app:/back", "http://[::1]/b"])
  func formPost(_ address: String) throws {
    var client = Example.client
    client.redirectURIs = [address]
    let changes: [(String, String?)] = [("redirect_uri", address), ("response_mode", "form_post")]
    #expect(throws: AuthorizationFault.self) { try Example.request(changes, from: client) }
    #expect(throws: Never.self) { try Example.request([("redirect_uri", address)], from: client) }
  }

  @Test("bytes that are no form are refused", arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "%c3%28=1", "a=%00"])
  func malformed(_ query: String) { #expect(Parameters(decoding: query) == nil) }

  @Test("parameters are read as they were written: spaces, signs, letters of any script")
  func roundTrip() throws {
    var parameters = Parameters()
    parameters.append("a b", "1+2=3 & 4%")
    parameters.append("ñ", "δοκιμή/?#")
    #expect(Parameters(decoding: parameters.encoded) == parameters)
    #expect(try #require(Parameters(decoding: "a=1+2&b=%2B"))["a"] == "1 2")
  }
}
