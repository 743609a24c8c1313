import Foundation
import HTTPConnections
import Hummingbird

/// Rejects paths with control characters. A file system ends a name at NUL, so the file found would not be the one
/// requested.
struct PathGuard: RouterMiddleware {
  typealias Context = PeerContext

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    guard let path = request.uri.path.removingPercentEncoding,
      path.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw HTTPError(.notFound) }
    return try await next(request, context)
  }
}
