import Encoding

/// Challenges as providers before v1 have them: one address for asking and answering, with the key in a header.
extension ProviderClient {
  private struct OldWire: Decodable {
    struct Details: Decodable {
      var amount: Amount, iban: String, name: String, subject: String
      enum CodingKeys: String, CodingKey {
        case amount = "challenge_amount", iban = "credit_iban", name = "business_name", subject = "wire_transfer_subject"
      }
    }
    var code: UInt64, details: Details
    enum CodingKeys: String, CodingKey { case code = "answer_code", details }
  }
  private struct Detail: Decodable { var detail: String? }

  func oldChallenge(_ truth: TruthReference, payment: Base32Bytes?) async throws(EscrowError) -> ChallengeResult {
    let answer = try await sendOld(truth, query: "", payment: payment)
    switch (answer.status, answer.code) {
    case (202, _):
      guard let wire = answer.decode(OldWire.self) else { throw EscrowError(.unexpected, "a transfer that cannot be read") }
      return .wire(
        WireInstructions(
          amount: wire.details.amount, creditIBAN: wire.details.iban, businessName: wire.details.name, subject: wire.details.subject,
          answerCode: wire.code, debitHint: nil))
    case (208, _): return .alreadySent
    case (403, RefusalCode.responseRequired): return .sent(hint: answer.decode(Detail.self)?.detail)
    // A question and a clock are answered at once; asked without an answer they say no.
    case (403, RefusalCode.challengeFailed): return .notNeeded
    default: return try answer.challengeRefusal()
    }
  }

  func oldSolve(_ truth: TruthReference, response: [UInt8], payment: Base32Bytes?) async throws(EscrowError) -> SolveResult {
    let answer = try await sendOld(truth, query: "?response=\(CrockfordBase32.encode(response))", payment: payment)
    switch answer.status {
    case 202, 408: return .notYet
    default: return try answer.solved()
    }
  }

  private func sendOld(_ truth: TruthReference, query: String, payment: Base32Bytes?) async throws(EscrowError) -> ProviderAnswer {
    var call = ProviderCall(url: url("/truth/\(truth.id.text)\(query)", atRootOf: truth.provider), isRepeatable: false)
    call.headers = [("Accept", "application/json"), ("Anastasis-Truth-Decryption-Key", truth.key.text)]
    if let payment { call.headers.append(("Anastasis-Payment-Identifier", payment.text)) }
    return try await send(call)
  }
}
