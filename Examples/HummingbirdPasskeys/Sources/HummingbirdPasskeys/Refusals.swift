import Hummingbird
import RelyingParty

/// Handles a failed ceremony: the full story goes to the log, its code to the page.
struct Refusals<Context: RequestContext>: RouterMiddleware {
  func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
    -> Response
  {
    do { return try await next(request, context) } catch let error as WebAuthnError {
      context.logger.warning("\(error)", metadata: ["location": "\(error.location)"])
      throw HTTPError(.badRequest, message: error.code.rawValue)
    }
  }
}
