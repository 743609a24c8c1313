import HTTPConnections
import HTTPTypes
import Hummingbird

/// Lets any page call a provider, because there are no cookies or sessions that a page could exploit.
struct CrossOriginHeaders: RouterMiddleware {
  typealias Context = PeerContext

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    var response =
      request.method == .options
      ? Response(
        status: .noContent,
        headers: [
          .allowMethods: "GET, POST, OPTIONS", .allowHeaders: "*", .maximumAge: "86400", .allow: "GET, POST, OPTIONS",
        ])
      : try await next(request, context)
    response.headers[.allowOrigin] = "*"
    response.headers[.exposeHeaders] = "*"
    response.headers[.xContentTypeOptions] = "nosniff"
    // The response to a HEAD request has no body, even if it is a refusal.
    return request.method == .head ? response.createHeadResponse() : response
  }
}
