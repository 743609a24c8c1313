import Hummingbird
import Logging

/// One line for each request: what was asked, by its pattern, and how it went. No name of an account or a truth, no address, no body.
struct ProviderRequestLog: RouterMiddleware {
  typealias Context = ProviderContext

  func handle(_ request: Request, context: ProviderContext, next: (Request, ProviderContext) async throws -> Response) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(context.endpointPath ?? "-")", "status": "\(response.status.code)",
        "ms": "\((ContinuousClock.now - start) / .milliseconds(1))",
      ])
    return response
  }
}
