import HTTPConnections
import HTTPTypes
import Hummingbird

/// Any page may call a provider: there are no cookies and no sessions that a page could exploit.
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
    // Not even a refusal has a body if the request is a HEAD.
    return request.method == .head ? response.createHeadResponse() : response
  }
}
