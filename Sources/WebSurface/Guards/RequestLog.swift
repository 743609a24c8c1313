import Hummingbird
import Logging

/// One line for each request: what was asked, by its pattern, and how it went. Nothing that a person typed, no address, no cookie, no body.
struct RequestLog: RouterMiddleware {
  typealias Context = WebContext

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
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
