import HTTPConnections
import Hummingbird

/// The simulated keys that a demo's pages use in place of the browser's (B-24, G-35). Only a demo's server has them.
public struct PretendedKeys: Sendable {
  /// Takes the name of the thing that was tapped, options as JSON and the page's origin, and returns the response that
  /// a browser would return; `nil` if the thing has none.
  public typealias Answer = @Sendable (_ thing: String, _ options: String, _ origin: String) throws -> String?
  let create: Answer, get: Answer

  /// - Parameters:
  ///   - create: Creates a passkey; `nil` if the thing holds one of the excluded passkeys.
  ///   - get: Responds with a passkey; `nil` if none matches.
  public init(create: @escaping Answer, get: @escaping Answer) { self.create = create; self.get = get }
}

/// The scripted world of `home --demo` (B-24, G-35). The page uses an authenticator on the server, with the same three
/// functions, and a card only while it lies on the reader. What is tapped and lost is the tray's, in the page.
struct DemoRoutes {
  let origin: String
  let keys: PretendedKeys

  func add(to router: Router<PeerContext>) {
    router.post("/demo/create/:thing") { request, context in
      try await answer(request, context, orElse: .conflict, keys.create)
    }
    router.post("/demo/get/:thing") { request, context in
      try await answer(request, context, orElse: .notFound, keys.get)
    }
  }

  /// Responds with this status if the thing has no answer. A browser would refuse with `InvalidStateError` or
  /// `NotAllowedError`.
  private func answer(
    _ request: Request, _ context: PeerContext, orElse status: HTTPResponse.Status, _ work: PretendedKeys.Answer
  ) async throws -> Response {
    let thing = try context.parameters.require("thing")
    let options = String(decoding: try await request.bodyData(context), as: UTF8.self)
    let text: String?
    do { text = try work(thing, options, origin) } catch { throw HTTPError.unreadable }
    guard let text else { throw HTTPError(status, saying: "The demo has no passkey for that.") }
    return Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
