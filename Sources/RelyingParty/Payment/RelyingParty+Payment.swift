extension RelyingParty {
  /// What Secure Payment Confirmation adds to the client data's steps: the payment that was confirmed is the one that was asked for.
  func verifyPayment(_ clientData: CollectedClientData, _ expected: PaymentExpectation?) throws(WebAuthnError) {
    guard let expected else { return }
    guard let payment = clientData.payment else { throw Self.mismatch("payment", "rpId, topOrigin, total and instrument", nil) }
    guard payment.rpId == id else { throw Self.mismatch("rpId", id, payment.rpId) }
    guard expected.topOrigins.contains(payment.topOrigin) else {
      throw Self.mismatch("topOrigin", expected.topOrigins.joined(separator: " or "), payment.topOrigin)
    }
    guard payment.payeeName == expected.payeeName else { throw Self.mismatch("payeeName", expected.payeeName, payment.payeeName) }
    guard payment.payeeOrigin == expected.payeeOrigin else { throw Self.mismatch("payeeOrigin", expected.payeeOrigin, payment.payeeOrigin) }
    guard payment.total == expected.total else {
      throw Self.mismatch("total", "\(expected.total.currency) \(expected.total.value)", "\(payment.total.currency) \(payment.total.value)")
    }
    var instrument = payment.instrument
    if !expected.iconMustBeShown, instrument.icon.isEmpty { instrument.icon = expected.instrument.icon }
    guard instrument == expected.instrument else {
      throw Self.mismatch("instrument", expected.instrument.displayName, instrument.displayName)
    }
  }

  private static func mismatch(_ member: String, _ expected: String?, _ received: String?) -> WebAuthnError {
    WebAuthnError(.authentication(14), .paymentMismatch, expected: "\(member) \(expected ?? "absent")", received: received ?? "none")
  }
}
