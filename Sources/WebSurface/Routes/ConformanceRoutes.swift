import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird

/// The FIDO2 Server Test API (FIDO Server Requirements and Transport Binding Profile §7), with which the FIDO
/// Alliance's conformance tool communicates with a server. The routes exist only if the setting enables them, and are
/// for tests. The tool has its own pages, so any page may call the routes, and nothing that they read or write belongs
/// to the site. docs/CONFORMANCE.md describes how to run the tool.
struct ConformanceRoutes {
  let conformance: ConformanceServer
  let settings: WebSettings

  func add(to router: RouterGroup<PeerContext>) {
    begin("/attestation/options", router) { try await conformance.beginRegistration($0) }
    finish("/attestation/result", router) { try await conformance.finishRegistration($0, ticket: $1) }
    begin("/assertion/options", router) { try await conformance.beginAuthentication($0) }
    finish("/assertion/result", router) { try await conformance.finishAuthentication($0, ticket: $1) }
  }

  private func begin(
    _ path: RouterPath, _ router: RouterGroup<PeerContext>,
    _ work: @escaping @Sendable ([UInt8]) async throws -> ConformanceServer.Begun
  ) {
    route(path, router) { body, _ in
      let begun = try await work(body)
      var response = Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(bytes: begun.options)))
      response.setCookie(settings.conformanceCookie(begun.ticket))
      return response
    }
  }

  private func finish(
    _ path: RouterPath, _ router: RouterGroup<PeerContext>,
    _ work: @escaping @Sendable ([UInt8], String?) async throws -> Void
  ) {
    route(path, router) { body, ticket in
      try await work(body, ticket)
      return try .json(ServerResponse(status: "ok", errorMessage: ""))
    }
  }

  private func route(
    _ path: RouterPath, _ router: RouterGroup<PeerContext>,
    _ work: @escaping @Sendable ([UInt8], String?) async throws -> Response
  ) {
    router.post(path) { request, context in
      guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
        return readable(by: request, try Self.failed("The body has to be application/json.", .unsupportedMediaType))
      }
      let body = try await request.bodyData(context)
      do {
        return readable(
          by: request, try await work(Array(body), request.cookies[settings.conformanceCookieName]?.value))
      } catch let refusal as ConformanceRefusal { return readable(by: request, try Self.failed(refusal.message)) }
    }
    router.on(path, method: .options) { request, _ in readable(by: request, Response(status: .noContent)) }
  }

  /// Adds headers for cross-origin resource sharing (Fetch §3.3), so that any requesting page may read the response.
  private func readable(by request: Request, _ response: Response) -> Response {
    guard let origin = request.headers[.origin] else { return response }
    var response = response
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlAllowCredentials] = "true"
    response.headers[.accessControlAllowMethods] = "POST"
    response.headers[.accessControlAllowHeaders] = "content-type"
    response.headers[.vary] = "Origin"
    return response
  }

  private struct ServerResponse: Encodable {
    let status: String
    let errorMessage: String
  }

  private static func failed(_ message: String, _ status: HTTPResponse.Status = .badRequest) throws -> Response {
    try .json(ServerResponse(status: "failed", errorMessage: message), status: status)
  }
}

extension WebSettings {
  /// The name of a cookie, separate from the session's, that represents one challenge.
  var conformanceCookieName: String { cookieName + "-conformance" }

  /// Returns the challenge's cookie. Over TLS, the tool's own pages send it too.
  fileprivate func conformanceCookie(_ ticket: String) -> Cookie {
    let lifetime = Int(ConformanceMemory.challengeLifetime)
    return isSecure
      ? Cookie(
        name: conformanceCookieName, value: ticket, maxAge: lifetime, path: "/", secure: true, httpOnly: true,
        sameSite: Cookie.SameSite.none)
      : Cookie(name: conformanceCookieName, value: ticket, maxAge: lifetime, path: "/", secure: false, httpOnly: true)
  }
}
