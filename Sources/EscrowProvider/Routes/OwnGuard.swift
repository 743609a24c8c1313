import HTTPConnections
import HTTPTypes
import Hummingbird

/// Answers only this computer's own programs and the provider's own pages. This guard is for practice providers.
/// Without it, any page that a person opens could fill the disk with shares.
struct OwnGuard: RouterMiddleware {
  typealias Context = PeerContext
  /// The provider's own host names, with its port.
  let hosts: Set<String>

  init(port: Int) { hosts = Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }) }

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    guard hosts.contains(request.head.authority?.lowercased() ?? "") else {
      return Response(status: .misdirectedRequest)
    }
    // Programs send no `Origin` header. A browser sends one with every POST request, and pages cannot suppress it.
    let origins = request.headers[values: .origin]
    guard origins.allSatisfy({ origin in hosts.contains { origin == "http://\($0)" } }) else {
      return Response(status: .forbidden)
    }
    return try await next(request, context)
  }
}
