/// How far a challenge is, as the reducers call it.
extension RecoveryChallenge {
  var reducerFeedback: ReducerValue? {
    guard !isSolved else { return .object(of: ["state": "solved"]) }
    if provider == nil { return .object(of: ["state": "unsupported", "unsupported_method": .string(type.rawValue)]) }
    return switch feedback {
    case .solved, nil: nil
    case .wrong: .object(of: ["state": "incorrect-answer"])
    case .limited: .object(of: ["state": "rate-limit-exceeded"])
    case .gone: .object(of: ["state": "truth-unknown"])
    case .paymentDue:
      .object(of: [
        "state": "taler-payment", "taler_pay_uri": payment.map { .string($0.uri) }, "provider": provider.map { .string($0.text) },
        "payment_secret": payment?.identifier.map { .string($0.text) },
      ])
    case .started, .notYet: startedFeedback
    case .noCode: .object(of: ["state": "server-failure", "http_status": 404])
    case .refused(let refusal): .object(of: ["state": "server-failure", "http_status": .integer(Int64(refusal.status))])
    case .notSent: .object(of: ["state": "server-failure", "http_status": 500])
    case .lied: .object(of: ["state": "server-failure", "http_status": 200])
    case .unreachable: .object(of: ["state": "server-failure", "http_status": 0])
    }
  }

  private var startedFeedback: ReducerValue? {
    switch started {
    case .sent(let hint):
      .object(of: ["state": "code-sent", "address_hint": .string(hint ?? ""), "display_hint": .string("\(AnswerCode.prefix)… (\(shortName))")])
    case .alreadySent: .object(of: ["state": "code-sent", "address_hint": "", "display_hint": .string("\(AnswerCode.prefix)… (\(shortName))")])
    case .file(let name): .object(of: ["state": "code-in-file", "filename": .string(name), "display_hint": .string("(\(shortName))")])
    case .wire(let wire):
      .object(of: [
        "state": "iban-instructions", "challenge_amount": .string(wire.amount.text), "target_iban": .string(wire.creditIBAN),
        "target_business_name": .string(wire.businessName), "wire_transfer_subject": .string(wire.subject),
        "answer_code": .integer(Int64(clamping: wire.answerCode)),
      ])
    default: nil
    }
  }

  /// Takes over what a state says of it. A share is what proves that it is solved.
  mutating func take(_ feedback: ReducerValue) {
    switch feedback["state"]?.text {
    case "incorrect-answer": self.feedback = .wrong
    case "rate-limit-exceeded": self.feedback = .limited(TryLimit())
    case "truth-unknown": self.feedback = .gone
    case "code-sent": (started, self.feedback) = (.sent(hint: feedback["address_hint"]?.text), .started)
    case "code-in-file": if let name = feedback["filename"]?.text { (started, self.feedback) = (.file(name: name), .started) }
    case "taler-payment":
      if let request = feedback["taler_pay_uri"]?.text.flatMap(PaymentRequest.init) { (payment, self.feedback) = (request, .paymentDue) }
    case "iban-instructions":
      if let wire = WireInstructions(feedback) { (started, self.feedback) = (.wire(wire), .started) }
    default: break
    }
  }
}

extension WireInstructions {
  fileprivate init?(_ value: ReducerValue) {
    guard let amount = value["challenge_amount"]?.text.flatMap({ Amount($0) }), let iban = value["target_iban"]?.text,
      let name = value["target_business_name"]?.text, let subject = value["wire_transfer_subject"]?.text,
      let code = value["answer_code"]?.number.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    self.init(amount: amount, creditIBAN: iban, businessName: name, subject: subject, answerCode: code, debitHint: nil)
  }
}
