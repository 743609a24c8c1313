import HTTPConnections
import Hummingbird
import Synchronization

/// Turns requests away while more are being answered than may be (`ConnectionLimits.answers`), so that those that are
/// come in time. All listening addresses share it.
///
/// A request counts from its head to its response, but only while as many have arrived whole: as long as there is no
/// crowd, whoever sends slowly keeps nobody out. Whoever watches the server still hears that it works: otherwise a proxy
/// would send its whole crowd to the next one.
final class CrowdGuard: RouterMiddleware {
  typealias Context = PeerContext
  struct Crowded: Error {}
  private let connections: ConnectionGuard
  private let begun = Atomic(0)

  init(_ connections: ConnectionGuard) { self.connections = connections }

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    guard request.uri.path != "/healthz" else { return try await next(request, context) }
    let count = begun.add(1, ordering: .relaxed).newValue
    defer { begun.subtract(1, ordering: .relaxed) }
    guard count <= connections.mostAnswers || !connections.isCrowded else { throw Crowded() }
    return try await next(request, context)
  }
}
