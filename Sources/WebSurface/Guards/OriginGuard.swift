import HTTPConnections
import HTTPTypes
import Hummingbird

/// Prevents a different site's form from acting here by requiring one of our origins in every POST. Browsers always
/// send the origin, and pages cannot forge it.
struct OriginGuard: RouterMiddleware {
  typealias Context = PeerContext
  let origins: Set<String>

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    if request.method == .get || request.method == .head { return try await next(request, context) }
    guard let origin = request.headers[.origin], origins.contains(origin) else {
      throw HTTPError(.forbidden, saying: "This came from another site's page. Open the site itself and try again.")
    }
    return try await next(request, context)
  }
}
