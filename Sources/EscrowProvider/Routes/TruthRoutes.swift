import Escrow
import HTTPConnections
import HTTPTypes
import Hummingbird

/// `/truth/NAME`: the shares, and the challenges that must be solved before a share is returned.
struct TruthRoutes {
  let provider: Provider

  func add(to router: Router<PeerContext>) {
    let gate = Gate(provider: provider), service = TruthService(provider: provider)
    let challenger = Challenger(service: service), solver = Solver(service: service)
    let limit = provider.settings.uploadLimit
    router.post("truth/:name") { request, context in
      let name = try context.name("name")
      try await gate.admitTruths(request, context)
      try await gate.admitKeeping(isFree: provider.settings.truthUploadFee.isZero, request, context)
      try await service.upload(
        name, try await request.json(TruthUploadBody.self, below: limit), patience: try request.patience())
      return Response(status: .noContent)
    }
    router.post("truth/:name/challenge") { request, context in
      let name = try context.name("name")
      try await gate.admitTruths(request, context)
      let body = try await request.json(ChallengeBody.self, below: Self.questionLimit)
      let outcome = try await challenger.challenge(
        name, key: try body.truthKey.bytes(DrawnBytes.truthKeyCount, of: "truth_decryption_key"),
        payment: try body.paymentSecret.payment(),
        patience: try request.patience(), reviews: gate.reviews(request, context))
      switch outcome {
      case .sent(let hint, _): return try Response.json(CodeSentAnswer(hint: hint))
      case .transfer(let details): return try Response.json(TransferAnswer(details: details))
      case .review(let details): return try Response.json(ReviewAnswer(details: details))
      }
    }
    router.post("truth/:name/solve") { request, context in
      let name = try context.name("name")
      try await gate.admitTruths(request, context)
      let body = try await request.json(SolutionBody.self, below: Self.questionLimit)
      let share = try await solver.solve(
        name, key: try body.truthKey.bytes(DrawnBytes.truthKeyCount, of: "truth_decryption_key"),
        response: try body.response.bytes(EscrowHash.byteCount, of: "h_response"),
        payment: try body.paymentSecret.payment(),
        patience: try request.patience())
      return Response.bytes(share)
    }
  }

  /// The limit on request bodies, in bytes. It is larger than any of these bodies needs.
  private static let questionLimit = 16 * 1024
}

extension Base32Bytes? {
  /// Returns the identifier of a payment.
  func payment() throws -> [UInt8]? {
    try self.map { (secret: Base32Bytes) in try secret.bytes(DrawnBytes.paymentSecretCount, of: "payment_secret") }
  }
}
