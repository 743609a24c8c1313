import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

struct HandsContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
  /// The maximum size of an order. Orders are small, so a larger body is rejected before it is read.
  var maxUploadSize: Int { 64 * 1024 }
  /// The maximum size of an account recovery order, which may carry a photo. The page redraws the photo at 96 KiB or
  /// less.
  static let escrowUploadSize = 256 * 1024
}

/// Checks a request before any of its body is read. The request must use one of the hands' own names (a foreign name
/// indicates DNS rebinding), come from a page that the person allowed, and be one that no form can send. Answers
/// preflights only for those pages.
struct HandsGuard: RouterMiddleware {
  typealias Context = HandsContext
  let hosts: Set<String>, origins: Set<String>

  func handle(_ request: Request, context: HandsContext, next: (Request, HandsContext) async throws -> Response)
    async throws -> Response
  {
    guard let host = request.head.authority?.lowercased(), hosts.contains(host) else {
      return refusal(.misdirectedRequest, "These hands have another name.")
    }
    let said = request.headers[values: .origin]
    guard said.count == 1, let origin = said.first, origins.contains(origin) else {
      return refusal(.forbidden, "These hands do not take orders from that page.")
    }
    var response = await answer(request, context, next)
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.vary] = "Origin"
    response.headers[.cacheControl] = "no-store"
    // When a reused connection is gone, a browser automatically resends the request, including the token, to whatever
    // program now listens there.
    response.headers[.connection] = "close"
    return response
  }

  private func answer(
    _ request: Request, _ context: HandsContext, _ next: (Request, HandsContext) async throws -> Response
  ) async -> Response {
    if request.method == .options {
      return Response(
        status: .noContent,
        headers: [
          .accessControlAllowMethods: "GET, POST", .accessControlAllowHeaders: "content-type",
          .accessControlMaxAge: "600",
        ])
    }
    if request.method == .post {
      let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" }
      guard type?.filter({ $0 != " " }) == "application/json" else {
        return refusal(.unsupportedMediaType, "Only JSON is read here.")
      }
      let most = request.uri.path == "/escrow" ? HandsContext.escrowUploadSize : context.maxUploadSize
      if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most {
        return refusal(.contentTooLarge, "That is too much to read.")
      }
    }
    do { return try await next(request, context) } catch let error as any HTTPResponseError {
      return refusal(error.status, (error as? HTTPError)?.body ?? "That did not work.")
    } catch is CancellationError {
      return refusal(.init(code: 499), "The page went away.")
    } catch is NIOTooManyBytesError {
      return refusal(.contentTooLarge, "That is too much to read.")
    } catch {
      // An error may contain parts of the input, so it is neither shown nor logged.
      return refusal(.internalServerError, "The hands could not do that.")
    }
  }

  private func refusal(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
    (try? HandsServer.json(["error": sentence], status)) ?? Response(status: status)
  }
}

/// The addresses that only this computer can reach.
public enum Loopback {
  /// 127.0.0.1, and ::1 if the machine has IPv6, because a page that resolves the name may get either.
  public static var addresses: [String] { hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"] }

  private static var hasIPv6: Bool {
    let socket = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }
}
