import Foundation
import Hummingbird
import Runner

/// The scripted world of `home --demo` (B-24, G-35): the page's authenticator is one of the server's, with the same three functions.
struct DemoRoutes {
  let origin: String
  let authenticator: DemoAuthenticator

  func add(to router: Router<WebContext>) {
    router.get("/authenticator.js") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/javascript"],
        body: .init(byteBuffer: ByteBuffer(bytes: try Data(contentsOf: URL(filePath: Pages.folder("Public") + "/demo-authenticator.js")))))
    }
    router.post("/demo/create") { request, context in
      try await answer(request, context) { try authenticator.create($0, origin: origin) }
    }
    router.post("/demo/get") { request, context in
      try await answer(request, context) { try authenticator.get($0, origin: origin) }
    }
  }

  /// 404 where the demo has no passkey for it: a browser would refuse with `NotAllowedError`.
  private func answer(_ request: Request, _ context: WebContext, _ work: (String) throws -> String?) async throws -> Response {
    let options = String(decoding: try await request.bodyData(context), as: UTF8.self)
    guard let text = try? work(options) else { throw HTTPError(.notFound, message: "The demo has no passkey for that.") }
    return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
