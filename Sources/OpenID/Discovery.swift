import Encoding

/// The addresses of this provider, as paths under its issuer.
public enum Endpoint: String, Sendable, CaseIterable {
  case authorization = "/openid/authorize"
  case token = "/openid/token"
  case userInfo = "/openid/userinfo"
  case keys = "/openid/keys"
  case revocation = "/openid/revoke"
  case endSession = "/openid/logout"

  /// Where a person goes who said no, and from there back to the service.
  public static let refusedPath = "/openid/refused"
  /// Where a service finds all of this (OpenID Connect Discovery 1.0 §4).
  public static let discovery = "/.well-known/openid-configuration"
}

/// What this provider says of itself (OpenID Connect Discovery 1.0 §3, RFC 8414 §2).
public enum Discovery {
  public static func document(issuer: String) -> [UInt8] {
    func address(_ endpoint: Endpoint) -> String { issuer + endpoint.rawValue }
    return JSONWriter.bytes {
      $0.object { document in
        func list(_ name: String, _ values: [String]) {
          document.member(name) { $0.array(values) { $0.string($1) } }
        }
        document.member("issuer", issuer)
        document.member("authorization_endpoint", address(.authorization))
        document.member("token_endpoint", address(.token))
        document.member("userinfo_endpoint", address(.userInfo))
        document.member("jwks_uri", address(.keys))
        document.member("revocation_endpoint", address(.revocation))
        document.member("end_session_endpoint", address(.endSession))
        list("scopes_supported", ["openid"] + Scope.allCases.map(\.rawValue))
        list("response_types_supported", ["code"])
        list("response_modes_supported", ["query", "form_post"])
        list("grant_types_supported", ["authorization_code", "refresh_token"])
        list("subject_types_supported", ["pairwise", "public"])
        list("id_token_signing_alg_values_supported", SigningAlgorithm.allCases.map(\.rawValue))
        list("acr_values_supported", AuthenticationContext.allCases.map(\.rawValue))
        list("token_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post", "none"])
        list("revocation_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post", "none"])
        list("code_challenge_methods_supported", ["S256"])
        list("prompt_values_supported", ["none", "login", "consent", "select_account"])
        list(
          "claims_supported",
          [
            "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid", "preferred_username", "name",
            "email", "email_verified", "groups",
          ])
        document.member("authorization_response_iss_parameter_supported", true)
        document.member("backchannel_logout_supported", true)
        document.member("backchannel_logout_session_supported", true)
        document.member("claims_parameter_supported", false)
        document.member("request_parameter_supported", false)
        document.member("request_uri_parameter_supported", false)
        document.member("require_request_uri_registration", false)
      }
    }
  }
}
