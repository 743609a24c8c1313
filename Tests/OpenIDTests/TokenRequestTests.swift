import Foundation
import OpenID
import Testing

/// OpenID Connect Core §3.1.3.1 and §3.1.3.2, RFC 6749 §2.3 and §5.2, RFC 7636 §4.6: who exchanges what.
@Suite struct TokenRequestTests {
  private static let code = Example.secret(1), secret = Example.secret(2)
  private static var basic: String {
    "Basic " + Data("notes:\(secret.text)".utf8).base64EncodedString()
  }
  private static func body(_ changes: [(String, String?)] = []) -> String {
    let own: [(String, String?)] = [
      ("grant_type", "authorization_code"), ("code", code.text), ("redirect_uri", "https://notes.example/back?a=1"),
      ("code_verifier", Example.verifier),
    ]
    var parameters = Parameters()
    for (name, value) in own where !changes.contains(where: { $0.0 == name }) { parameters.append(name, value) }
    for (name, value) in changes { parameters.append(name, value) }
    return parameters.encoded
  }

  @Test("a client shows its secret in the header, or in the body, or has none")
  func credentials() throws {
    let inHeader = try TokenRequest(token: Self.body(), authorization: Self.basic).credentials
    #expect(inHeader.id == "notes" && inHeader.secret == Self.secret && inHeader.isInHeader)
    let inBody = try TokenRequest(
      token: Self.body([("client_id", "notes"), ("client_secret", Self.secret.text)]), authorization: nil
    ).credentials
    #expect(inBody.id == "notes" && inBody.secret == Self.secret && !inBody.isInHeader)
    let none = try TokenRequest(token: Self.body([("client_id", "notes")]), authorization: nil).credentials
    #expect(none.id == "notes" && none.secret == nil)
  }

  static let wrongRequests: [(String, String?, TokenError.Code)] = [
    (body([("grant_type", nil)]), basic, .invalidRequest),
    (body([("grant_type", "password")]), basic, .unsupportedGrantType),
    (body([("grant_type", "client_credentials")]), basic, .unsupportedGrantType),
    (body([("grant_type", "implicit")]), basic, .unsupportedGrantType),
    (body([("code", nil)]), basic, .invalidRequest),
    (body([("code", "short")]), basic, .invalidGrant),
    (body([("redirect_uri", nil)]), basic, .invalidRequest),
    (body([("code", code.text), ("code", code.text)]), basic, .invalidRequest),
    (body([("client_secret", secret.text)]), basic, .invalidRequest),
    (body([("client_id", "other")]), basic, .invalidRequest),
    (body(), nil, .invalidClient),
    (body(), "Basic !!!", .invalidClient),
    (body(), "Bearer \(secret.text)", .invalidClient),
    (body(), "Basic bm90ZXM=", .invalidClient),
    (body([("grant_type", "refresh_token")]), basic, .invalidRequest),
    (body() + "&x=" + String(repeating: "y", count: 8192), basic, .invalidRequest),
    ("grant_type=%", basic, .invalidRequest),
    ("", basic, .invalidRequest),
  ]
  @Test("a wrong request is refused with its code", arguments: wrongRequests)
  func wrong(_ body: String, _ header: String?, _ code: TokenError.Code) {
    let error = #expect(throws: TokenError.self) { try TokenRequest(token: body, authorization: header) }
    #expect(error?.code == code, "\(body.prefix(120))")
  }

  @Test("a code is exchanged only by whoever knows what the request had a digest of, at the same address")
  func exchange() throws {
    let grant = Grant(try Example.request(), by: Authentication(.passkey, at: 0))
    func isTaken(_ grant: Grant, _ changes: [(String, String?)] = []) throws -> Bool {
      let request = try TokenRequest(token: Self.body(changes), authorization: Self.basic)
      guard case .exchange(let exchange) = request.act else { return false }
      return grant.isExchanged(by: exchange)
    }
    #expect(try isTaken(grant))
    #expect(try !isTaken(grant, [("code_verifier", nil)]))
    #expect(try !isTaken(grant, [("code_verifier", Example.verifier + "x")]))
    #expect(try !isTaken(grant, [("code_verifier", Example.challenge)]), "the challenge is no verifier")
    #expect(try !isTaken(grant, [("redirect_uri", "https://notes.example/back?a=2")]))
    var client = Example.client
    client.requiresPKCE = false
    let without = Grant(
      try Example.request([("code_challenge", nil), ("code_challenge_method", nil)], from: client),
      by: Authentication(.passkey, at: 0))
    #expect(try isTaken(without, [("code_verifier", nil)]))
    #expect(try !isTaken(without), "PKCE was taken out of the request (RFC 9700 §4.8)")
  }

  @Test("only a digest of a secret is kept, and only the secret itself matches it")
  func secrets() {
    #expect(Self.secret.matches(Self.secret.digest) && !Self.secret.matches(Self.code.digest))
    #expect(!Self.secret.matches([]) && Self.secret.digest.count == 32 && Self.secret.text.utf8.count == 43)
    #expect(GivenSecret("") == nil && GivenSecret(Self.secret.text + "x") == nil)
  }

  @Test("discovery names every endpoint under the issuer, and nothing that is not done")
  func discovery() throws {
    let document = try JSONSerialization.jsonObject(with: Data(Discovery.document(issuer: Example.issuer)))
    let names = try #require(document as? [String: Any])
    #expect(names["issuer"] as? String == Example.issuer)
    for (name, endpoint) in [
      ("authorization_endpoint", Endpoint.authorization), ("token_endpoint", .token), ("userinfo_endpoint", .userInfo),
      ("jwks_uri", .keys), ("revocation_endpoint", .revocation), ("end_session_endpoint", .endSession),
    ] {
      #expect(names[name] as? String == Example.issuer + endpoint.rawValue)
    }
    #expect(names["response_types_supported"] as? [String] == ["code"])
    #expect(names["code_challenge_methods_supported"] as? [String] == ["S256"])
    #expect(names["authorization_response_iss_parameter_supported"] as? Bool == true)
    #expect(names["request_parameter_supported"] as? Bool == false)
    #expect((names["id_token_signing_alg_values_supported"] as? [String])?.contains("none") == false)
    #expect(names["registration_endpoint"] == nil)
  }
}
