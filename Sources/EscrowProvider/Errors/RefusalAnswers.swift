import HTTPConnections
import HTTPTypes
import Hummingbird
import Logging
import Model

/// The only place where an error is turned into a response. The response reveals no internal details.
struct RefusalAnswers: RouterMiddleware {
  typealias Context = PeerContext

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch let due as PaymentDue {
      return Response(
        status: HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required"), headers: [.taler: due.address])
    } catch {
      let refusal = Self.refusal(for: error)
      if refusal.code.status.code >= 500 {
        context.logger.error(
          "request failed", metadata: ["code": "\(refusal.code.rawValue)", "error": "\(Self.reason(of: error))"])
      }
      var response = try Response.json(RefusalBody(refusal), status: refusal.status ?? refusal.code.status)
      if let wait = refusal.limit?.wait { response.headers[.retryAfter] = "\(max(1, Int(wait.rounded(.up))))" }
      response.tell(lookUpsLeft: refusal.lookUpsLeft)
      return response
    }
  }

  static func refusal(for error: any Error) -> ProviderRefusal {
    switch error {
    case let refusal as ProviderRefusal: refusal
    case is StoreError: ProviderRefusal(.storeFailed)
    case let error as any HTTPResponseError:
      switch error.status {
      case .notFound: ProviderRefusal(.endpointUnknown)
      case .methodNotAllowed: ProviderRefusal(.methodInvalid)
      case .contentTooLarge: ProviderRefusal(.tooLarge)
      default: ProviderRefusal(.parameterMalformed)
      }
    default: ProviderRefusal(.internalFailure)
    }
  }

  /// Returns the kind and place of an error, for the operator.
  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as StoreError: error.description
    case let refusal as ProviderRefusal: refusal.detail ?? "-"
    default: "\(type(of: error))"
    }
  }
}
