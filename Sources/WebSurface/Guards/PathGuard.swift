import Foundation
import HTTPConnections
import Hummingbird

/// Answers no path with a control character in it: a file system ends a name at NUL, and what was asked for is then not
/// what is found.
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
