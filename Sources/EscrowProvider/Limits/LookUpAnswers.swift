import HTTPConnections
import HTTPTypes
import Hummingbird

extension Response {
  /// Adds the number of look-ups left to the headers (the field `RateLimit` of draft-ietf-httpapi-ratelimit-headers).
  mutating func tell(lookUpsLeft: Int?) {
    if let lookUpsLeft { headers[.rateLimit] = #""look-ups";r=\#(lookUpsLeft)"# }
  }
}

extension Gate {
  /// Answers permitted requests about documents. Every response states the number of look-ups left.
  func admitDocuments(
    _ account: [UInt8], _ request: Request, _ context: PeerContext, _ answer: () async throws -> Response
  ) async throws -> Response {
    let left = try await admitDocuments(account, request, context)
    do {
      var response = try await answer()
      response.tell(lookUpsLeft: left)
      return response
    } catch var refusal as ProviderRefusal {
      refusal.lookUpsLeft = left
      throw refusal
    }
  }
}
