import HTTPConnections
import Hummingbird

/// The files of the pages, for as long as a browser likes to keep them.
struct FileRoutes {
  let files: StaticFiles

  func add(to router: Router<PeerContext>) {
    router.get("/assets/:version/:name", use: file)
    router.head("/assets/:version/:name", use: file)
  }

  @Sendable func file(_ request: Request, _ context: PeerContext) async throws -> Response {
    let version = try context.parameters.require("version"), name = try context.parameters.require("name")
    guard let file = files.file(name, version: version) else { throw HTTPError(.notFound) }
    return try file.response(to: request)
  }
}
