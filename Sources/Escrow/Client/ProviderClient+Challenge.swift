extension ProviderClient {
  private struct ChallengeBody: Encodable {
    var key: Base32Bytes, payment: Base32Bytes?
    enum CodingKeys: String, CodingKey { case key = "truth_decryption_key", payment = "payment_secret" }
  }
  private struct SolveBody: Encodable {
    var key: Base32Bytes, response: Base32Bytes, payment: Base32Bytes?
    enum CodingKeys: String, CodingKey {
      case key = "truth_decryption_key", response = "h_response", payment = "payment_secret"
    }
  }
  private struct Started: Decodable {
    var type: String, hint: String?, wire: Wire?, review: Review?, file: String?
    enum CodingKeys: String, CodingKey {
      case type = "challenge_type", hint = "tan_address_hint", wire = "wire_details", review = "review_details", file =
        "filename"
    }
    struct Review: Decodable {
      var examiner: String, meeting: String, number: String, code: UInt64, until: Timestamp
      enum CodingKeys: String, CodingKey { case examiner, meeting, number, code = "answer_code", until = "kept_until" }
      var instructions: ReviewInstructions {
        let end: Int64? = if case .seconds(let seconds) = until { seconds } else { nil }
        return ReviewInstructions(
          examiner: examiner.cut(to: 200), meeting: meeting.cut(to: 400), number: number.cut(to: 20), answerCode: code,
          until: end)
      }
    }
    struct Wire: Decodable {
      var amount: Amount, iban: String, name: String, subject: String, code: UInt64, hint: String?
      enum CodingKeys: String, CodingKey {
        case amount = "challenge_amount", iban = "credit_iban", name = "business_name", subject =
          "wire_transfer_subject", code = "answer_code"
        case hint = "debit_account_hint"
      }
    }
  }

  /// Requests a challenge: a code to be sent, or a transfer to be made. The request is sent only once, because a second
  /// code would invalidate the first.
  ///
  /// - Parameter payment: The identifier of a completed payment, 32 bytes.
  /// - Throws: `unreachable` (a code may have been sent nevertheless), `unexpected` or `invalid`.
  public func challenge(
    _ truth: TruthReference, payment: Base32Bytes? = nil
  ) async throws(EscrowError) -> ChallengeResult {
    guard !truth.isOld else { return try await oldChallenge(truth, payment: payment) }
    let answer = try await send(
      ProviderCall(
        method: "POST", url: url("/truth/\(truth.id.text)/challenge", atRootOf: truth.provider),
        headers: [("Content-Type", "application/json")],
        body: try Self.json(ChallengeBody(key: truth.key, payment: payment)), isRepeatable: false))
    guard answer.status == 200 else { return try answer.challengeRefusal() }
    let started = answer.decode(Started.self)
    switch started?.type {
    case "TAN_SENT": return .sent(hint: started?.hint)
    case "FILE_WRITTEN": if let file = started?.file { return .file(name: file) }
    case "IBAN_WIRE":
      if let wire = started?.wire {
        return .wire(
          WireInstructions(
            amount: wire.amount, creditIBAN: wire.iban, businessName: wire.name, subject: wire.subject,
            answerCode: wire.code, debitHint: wire.hint))
      }
    case "VIDEO_REVIEW": if let review = started?.review { return .review(review.instructions) }
    default: break
    }
    throw EscrowError(.unexpected, "a challenge of a kind that nobody knows")
  }

  /// Answers a challenge. The answer is sent only once, because it may use up a try.
  ///
  /// - Parameters:
  ///   - response: `AnswerHash`, 64 bytes.
  ///   - payment: The identifier of a completed payment, 32 bytes.
  /// - Throws: `unreachable` (the try may have been counted), `unexpected` or `invalid`.
  public func solve(
    _ truth: TruthReference, response: [UInt8], payment: Base32Bytes? = nil
  ) async throws(EscrowError) -> SolveResult {
    guard !truth.isOld else { return try await oldSolve(truth, response: response, payment: payment) }
    let answer = try await send(
      ProviderCall(
        method: "POST", url: url("/truth/\(truth.id.text)/solve", atRootOf: truth.provider),
        headers: [("Content-Type", "application/json")],
        body: try Self.json(SolveBody(key: truth.key, response: Base32Bytes(response), payment: payment)),
        isRepeatable: false))
    return try answer.solved()
  }
}

extension String {
  /// Shortens human-readable text from a provider and puts it on one line.
  fileprivate func cut(to count: Int) -> String { String(map { $0.isNewline ? " " : $0 }.prefix(count)) }
}

extension ProviderAnswer {
  static let sealedShareCount = DrawnBytes.keyShareCount + Sealing.overhead
  private struct Verdict: Decodable {
    var reason: String
    enum CodingKeys: String, CodingKey { case reason = "review_reason" }
  }

  /// Returns the reason why there is no challenge, in either form of the protocol.
  package func challengeRefusal() throws(EscrowError) -> ChallengeResult {
    switch (status, code) {
    case (402, _): return .paymentDue(try paymentRequest())
    case (404, _): return .unknownTruth
    case (429, _): return .limited(tryLimit)
    case (400, RefusalNumber.wrongMethod): return .notNeeded
    case (400..<500, RefusalNumber.decryptionFailed): return .keyRefused
    case (409, _), (417, _): return .notUsable
    case (500..<600, RefusalNumber.startFailed), (500..<600, .some(RefusalNumber.methods)):
      return .notSent(try refusal(), returnedMoney)
    default: return .refused(try refusal())
    }
  }

  /// Returns the result of an answer, in either form of the protocol.
  package func solved() throws(EscrowError) -> SolveResult {
    switch (status, code) {
    case (200, _):
      guard body.count == Self.sealedShareCount else { throw EscrowError(.unexpected, "what came is no share") }
      return .solved(body)
    case (402, _): return .paymentDue(try paymentRequest())
    case (403, RefusalNumber.transferMissing): return .notYet
    case (403, _): return decode(Verdict.self).map { .declined(reason: $0.reason.cut(to: 200)) } ?? .wrong
    case (404, RefusalNumber.codeUnknown): return .noCode
    case (404, RefusalNumber.shareGone): return .shareGone
    case (404, _): return .unknownTruth
    case (429, _): return .limited(tryLimit)
    case (400..<500, RefusalNumber.decryptionFailed): return .keyRefused
    case (409, _), (417, _): return .notUsable
    default: return .refused(try refusal())
    }
  }
}
