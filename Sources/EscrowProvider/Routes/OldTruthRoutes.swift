import Escrow
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird

/// `GET /truth/NAME` in the protocol's older form: one address both starts the challenge and accepts the answer.
struct OldTruthRoutes {
  let provider: Provider

  func add(to router: Router<PeerContext>) {
    let gate = Gate(provider: provider), service = TruthService(provider: provider)
    router.get("truth/:name") { request, context in
      let name = try context.name("name")
      try await gate.admitTruths(request, context)
      guard let key = try request.base32(.truthKey, count: DrawnBytes.truthKeyCount, orElse: .parameterMalformed) else {
        throw ProviderRefusal(.parameterMissing, "Anastasis-Truth-Decryption-Key")
      }
      let payment = try request.base32(
        .paymentIdentifier, count: DrawnBytes.paymentSecretCount, orElse: .parameterMalformed)
      let patience = try request.patience()
      do {
        guard let text = request.uri.queryParameters["response"] else {
          return try await start(
            Challenger(service: service), name, key, payment, patience, gate.reviews(request, context))
        }
        guard let response = Base32Bytes(text: text, count: EscrowHash.byteCount) else {
          throw ProviderRefusal(.parameterMalformed, "response")
        }
        return Response.bytes(
          try await Solver(service: service).solve(
            name, key: key, response: response.bytes, payment: payment, patience: patience))
      } catch let refusal as ProviderRefusal where refusal.code == .transferMissing && patience > 0 {
        throw ProviderRefusal(.timeout)
      } catch let refusal as ProviderRefusal where Self.failedExpectations.contains(refusal.code) {
        var refusal = refusal
        refusal.status = .expectationFailed
        throw refusal
      }
    }
  }

  private func start(
    _ challenger: Challenger, _ name: [UInt8], _ key: [UInt8], _ payment: [UInt8]?, _ patience: Int,
    _ reviews: Allowance
  ) async throws -> Response {
    let outcome: Challenger.Outcome
    do {
      outcome = try await challenger.challenge(name, key: key, payment: payment, patience: patience, reviews: reviews)
    } catch let refusal as ProviderRefusal where refusal.code == .wrongMethod {
      throw ProviderRefusal(.responseRequired)  // it is answered at once
    }
    switch outcome {
    case .sent(let hint, let isRepeated): throw ProviderRefusal(isRepeated ? .challengeActive : .responseRequired, hint)
    case .transfer(let details):
      return try Response.json(OldWaitingAnswer(method: .iban, details: details, code: details.code), status: .accepted)
    case .review(let details):
      return try Response.json(
        OldWaitingAnswer(method: .video, details: details, code: details.code), status: .accepted)
    }
  }

  /// The refusals that the older form reports with status 417.
  private static let failedExpectations: Set<RefusalCode> = [
    .decryptionFailed, .phoneInvalid, .emailInvalid, .postInvalid, .ibanInvalid, .totpKeyInvalid,
  ]

  private struct OldWaitingAnswer<Details: Encodable>: Encodable {
    var method: MethodType
    var isAsync = true
    var details: Details
    var code: UInt64
    enum CodingKeys: String, CodingKey { case method, isAsync = "async", details, code = "answer_code" }
  }
}
