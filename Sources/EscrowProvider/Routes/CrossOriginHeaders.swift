import HTTPConnections
import HTTPTypes
import Hummingbird

/// Any page may speak to a provider: it has no cookies and no sessions, so that there is nothing a page could borrow.
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
    // Even a refusal has no body if only the head was requested.
    return request.method == .head ? response.createHeadResponse() : response
  }
}
