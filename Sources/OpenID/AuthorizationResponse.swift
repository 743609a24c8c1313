/// The answer to a client's request, on its way through the browser (Core §3.1.2.5, §3.1.2.6).
public struct AuthorizationResponse: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case code(String)
    case error(AuthorizationError)
  }
  public var destination: Destination
  public var content: Content
  /// Who answers (RFC 9207 §2), against an answer that comes from another issuer than the one that was asked.
  public var issuer: String

  public init(_ content: Content, to destination: Destination, from issuer: String) {
    self.content = content; self.destination = destination; self.issuer = issuer
  }

  /// The parameters of the answer.
  public var parameters: Parameters {
    var parameters = Parameters()
    switch content {
    case .code(let code): parameters.append("code", code)
    case .error(let error):
      parameters.append("error", error.code.rawValue)
      parameters.append("error_description", error.description)
    }
    parameters.append("state", destination.state)
    parameters.append("iss", issuer)
    return parameters
  }

  /// Where the browser is sent, with the answer in the query.
  public var location: String { RedirectURI.adding(parameters, to: destination.uri.text) }
}

/// Where a browser goes after a sign-out that a service asked for (OpenID Connect RP-Initiated Logout 1.0 §3).
public enum PostLogout {
  /// - Parameter address: An address that the service declared.
  public static func location(_ address: String, state: String?) -> String {
    var parameters = Parameters()
    parameters.append("state", state)
    return RedirectURI.adding(parameters, to: address)
  }
}
