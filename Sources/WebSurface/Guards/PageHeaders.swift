import HTTPConnections
import HTTPTypes
import Hummingbird

/// Adds headers to every response that instruct the browser to exclude other sites' content, frames, and its own
/// caches.
struct PageHeaders: RouterMiddleware {
  typealias Context = PeerContext
  /// A header with which a route names the one origin to which its page's form may be sent instead. It never leaves us.
  static let formAction = HTTPField.Name("X-Form-Action")
  private let fixed: HTTPFields
  private let hands: String?

  /// - Parameter hands: The only other address that a page may connect to: the hands of the computer that shows the
  ///   page.
  init(isSecure: Bool, hands: String?) {
    self.hands = hands
    var headers = [
      "Content-Security-Policy": Self.policy(hands: hands),
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": """
      camera=(), geolocation=(), microphone=(), publickey-credentials-create=(self), \
      publickey-credentials-get=(self)
      """,
    ]
    if isSecure { headers["Strict-Transport-Security"] = "max-age=31536000" }
    fixed = HTTPFields(
      headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
  }

  private static func policy(hands: String?, formAction: String = "'self'") -> String {
    let reached = ["'self'", hands].compactMap { $0 }.joined(separator: " ")
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src \(reached); \
      form-action \(formAction); base-uri 'none'; frame-ancestors 'none'
      """
  }

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    var formAction: String?
    if let name = Self.formAction {
      formAction = response.headers[name]
      response.headers[name] = nil
    }
    for field in fixed { response.headers[field.name] = field.value }
    if let formAction {
      response.headers[.contentSecurityPolicy] = Self.policy(hands: hands, formAction: formAction)
    }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}
