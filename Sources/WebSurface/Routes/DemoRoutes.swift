import Foundation
import HTTPConnections
import Hummingbird

/// The simulated keys that a demo's pages use in place of the browser's (B-24, G-35). Only a demo's server has them.
public struct PretendedKeys: Sendable {
  /// Takes options as JSON and the page's origin, and returns the response that a browser would return.
  public typealias Answer<Response> = @Sendable (_ options: String, _ origin: String) throws -> Response
  let create: Answer<String>, get: Answer<String?>

  /// - Parameters:
  ///   - create: Creates a passkey.
  ///   - get: Responds with a passkey; `nil` if none matches.
  public init(create: @escaping Answer<String>, get: @escaping Answer<String?>) { self.create = create; self.get = get }
}

/// The scripted world of `home --demo` (B-24, G-35). The page uses an authenticator on the server, with the same three
/// functions.
struct DemoRoutes {
  let origin: String
  let keys: PretendedKeys

  func add(to router: Router<PeerContext>) {
    router.get("/authenticator.js") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/javascript"],
        body: .init(
          byteBuffer: ByteBuffer(
            bytes: try Data(contentsOf: URL(filePath: Pages.folder("Public") + "/demo-authenticator.js")))))
    }
    router.post("/demo/create") { request, context in
      try await answer(request, context) { try keys.create($0, origin) }
    }
    router.post("/demo/get") { request, context in
      try await answer(request, context) { try keys.get($0, origin) }
    }
  }

  /// Responds with 404 if the demo has no matching passkey. A browser would refuse with `NotAllowedError`.
  private func answer(
    _ request: Request, _ context: PeerContext, _ work: (String) throws -> String?
  ) async throws -> Response {
    let options = String(decoding: try await request.bodyData(context), as: UTF8.self)
    guard let text = try? work(options) else {
      throw HTTPError(.notFound, message: "The demo has no passkey for that.")
    }
    return Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
