import HTTPConnections
import HTTPTypes
import Hummingbird

/// Responds only to the site's own host names, so that the site cannot be reached by any other name for this address
/// (DNS rebinding).
struct HostGuard: RouterMiddleware {
  typealias Context = PeerContext
  let settings: WebSettings

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    let host = request.head.authority?.lowercased() ?? ""
    if settings.hosts.contains(host) { return try await next(request, context) }
    if settings.strayHosts.contains(host), request.method == .get || request.method == .head {
      return .redirect(to: settings.origin + request.uri.path, type: .temporary)
    }
    throw HTTPError(
      .misdirectedRequest,
      saying: host.isEmpty ? "This server is not that host." : "This server is not the host you asked for.")
  }
}
