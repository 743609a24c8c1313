import HTTPConnections
import HTTPTypes
import Hummingbird
import NIOCore
import OpenID
import Runner

/// What services ask without a browser, or from a page of their own: no cookie counts here, so any origin may.
struct OpenIDEndpoints {
  let desks: ServiceDesks
  let settings: WebSettings

  func add(to router: RouterGroup<PeerContext>) {
    router.get(RouterPath(Endpoint.discovery), use: discovery)
    router.get(RouterPath(Endpoint.keys.rawValue), use: keys)
    router.get(RouterPath(Endpoint.userInfo.rawValue), use: userInfo)
    router.post(RouterPath(Endpoint.userInfo.rawValue), use: userInfo)
    router.post(RouterPath(Endpoint.token.rawValue), use: token)
    router.post(RouterPath(Endpoint.revocation.rawValue), use: revoke)
    router.post(RouterPath(Endpoint.authorization.rawValue)) { try await again($0, $1, at: .authorization) }
    router.post(RouterPath(Endpoint.endSession.rawValue)) { try await again($0, $1, at: .endSession) }
    for endpoint in [Endpoint.token, .userInfo, .revocation, .keys] {
      router.on(RouterPath(endpoint.rawValue), method: .options) { _, _ in preflight() }
    }
    router.on(RouterPath(Endpoint.discovery), method: .options) { _, _ in preflight() }
  }

  @Sendable private func discovery(_ request: Request, _ context: PeerContext) async throws -> Response {
    _ = try await desks.opened()
    return answer(Discovery.document(issuer: settings.origin), isPublished: true)
  }

  @Sendable private func keys(_ request: Request, _ context: PeerContext) async throws -> Response {
    answer(try await desks.opened().keys, isPublished: true)
  }

  @Sendable private func token(_ request: Request, _ context: PeerContext) async throws -> Response {
    let desk = try await desks.opened(), asked: TokenRequest
    do {
      asked = try TokenRequest(
        token: try await body(request, context), authorization: request.headers[.authorization])
    } catch let error as TokenError {
      return refusal(error)
    }
    switch try await desk.give(for: asked) {
    case .success(let tokens): return answer(tokens.body)
    case .failure(let error): return refusal(error)
    }
  }

  @Sendable private func revoke(_ request: Request, _ context: PeerContext) async throws -> Response {
    let desk = try await desks.opened()
    do {
      let asked = try TokenRequest(
        revocation: try await body(request, context), authorization: request.headers[.authorization])
      try await desk.revoke(asked).get()
    } catch let error as TokenError {
      return refusal(error)
    }
    return open(Response(status: .ok))
  }

  /// Takes the token in the header, or in the body of a form (RFC 6750 §2.1, §2.2); never in the address.
  @Sendable private func userInfo(_ request: Request, _ context: PeerContext) async throws -> Response {
    let desk = try await desks.opened()
    let shown =
      if let header = request.headers[.authorization] {
        bearer(header)
      } else if request.method == .post, Self.isForm(request) {
        Parameters(decoding: try await body(request, context))?["access_token"]
      } else { String?.none }
    if let secret = shown.flatMap(GivenSecret.init), let claims = try await desk.userInfo(secret) {
      return answer(claims)
    }
    let error = shown == nil ? "" : ", error=\"invalid_token\""
    return open(
      Response(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer realm=\"\(settings.origin)\"\(error)"]))
  }

  private func bearer(_ header: String) -> String? {
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return String(words[1])
  }

  /// A request in a body is asked again as a GET (Core §3.1.2.1), which needs no cookie of this POST.
  private func again(_ request: Request, _ context: PeerContext, at endpoint: Endpoint) async throws -> Response {
    _ = try await desks.opened()
    do { return .seeOther(endpoint.rawValue + "?" + (try await body(request, context))) } catch is TokenError {
      throw HTTPError.unreadable
    }
  }

  private func body(_ request: Request, _ context: PeerContext) async throws -> String {
    guard Self.isForm(request) else { throw TokenError(.invalidRequest, "the body is no form") }
    let text = String(decoding: try await request.bodyData(context, upTo: TokenRequest.longest), as: UTF8.self)
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw TokenError(.invalidRequest, "the body is no form")
    }
    return text
  }

  private static func isForm(_ request: Request) -> Bool {
    request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
  }

  private func refusal(_ error: TokenError) -> Response {
    var response = answer(error.body)
    response.status = error.code == .invalidClient ? .unauthorized : .badRequest
    if error.asksForHeader { response.headers[.wwwAuthenticate] = "Basic realm=\"\(settings.origin)\"" }
    return response
  }

  /// - Parameter isPublished: `true` for what is the same for everybody, and may be kept for a while.
  private func answer(_ json: [UInt8], isPublished: Bool = false) -> Response {
    var response = Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json)))
    response.headers[.cacheControl] = isPublished ? "public, max-age=300" : "no-store"
    if !isPublished, let pragma = HTTPField.Name("Pragma") { response.headers[pragma] = "no-cache" }  // Core §3.1.3.3
    return open(response)
  }

  private func open(_ response: Response) -> Response {
    var response = response
    response.headers[.accessControlAllowOrigin] = "*"
    response.headers[.accessControlExposeHeaders] = "WWW-Authenticate"
    return response
  }

  private func preflight() -> Response {
    Response(
      status: .noContent,
      headers: [
        .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, POST",
        .accessControlAllowHeaders: "authorization, content-type", .accessControlMaxAge: "600",
      ])
  }
}
