import HTTPTypes
import Hummingbird
import Logging
import Measurements
import Model
import NIOCore

/// The context of a request: the address that it came from.
public struct PeerContext: RequestContext, RemoteAddressRequestContext {
  public var coreContext: CoreRequestContextStorage
  public let remoteAddress: SocketAddress?

  public init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
  /// The maximum size of a request's body. Forms and messages are small, so a larger body is rejected before it is
  /// read. A route that accepts more sets its own limit.
  public var maxUploadSize: Int { 64 * 1024 }
}

extension Request {
  /// Returns the network address under which a client is counted.
  public func address(_ context: PeerContext, trustedProxies: Int) -> NetworkAddress {
    NetworkAddress(
      peer: context.remoteAddress?.ipAddress,
      forwardedFor: HTTPField.Name("X-Forwarded-For").map { headers[values: $0] } ?? [], trustedProxies: trustedProxies)
  }
}

/// Logs one line for each request: the pattern of its route, and the outcome. It contains nothing that a person typed,
/// no name of an account or a truth, no address, no cookie, no body.
public struct RequestLog: RouterMiddleware {
  public typealias Context = PeerContext
  private let source: String

  /// - Parameter source: The name of the serving room in the log lines.
  public init(source: String) { self.source = source }

  public func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let took = ContinuousClock.now - start, route = context.endpointPath ?? "-"
    Measured.request(
      method: request.method.rawValue, route: route, status: Int(response.status.code), took: took)
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(route)", "status": "\(response.status.code)",
        "ms": "\(took / .milliseconds(1))",
      ], source: source)
    return response
  }
}
