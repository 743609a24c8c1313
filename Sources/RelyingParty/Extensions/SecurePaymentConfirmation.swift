import Encoding

/// The payment that a person is asked to confirm (Secure Payment Confirmation §4). It is kept in the
/// ``AuthenticationState``, and the response must match it in every member.
///
/// A payment is confirmed on the payee's page, so ``RelyingParty/origins`` of the relying party that finishes the
/// authentication must contain that page's origin, not the bank's.
public struct PaymentExpectation: Hashable, Sendable, Codable {
  /// The origins that may be in the address bar during the confirmation.
  public var topOrigins: [String]
  /// The payee's name, if the request gives one.
  public var payeeName: String?
  /// The payee's origin, if the request gives one.
  public var payeeOrigin: String?
  /// The amount to be paid.
  public var total: PaymentCurrencyAmount
  /// The payment instrument.
  public var instrument: PaymentCredentialInstrument
  /// `true` if the picture of the instrument must have been shown (`iconMustBeShown`). Otherwise, a response without
  /// the picture is accepted.
  public var iconMustBeShown = true

  /// Creates the description of a payment.
  public init(
    topOrigins: [String], payeeName: String? = nil, payeeOrigin: String? = nil, total: PaymentCurrencyAmount,
    instrument: PaymentCredentialInstrument
  ) {
    (self.topOrigins, self.payeeName, self.payeeOrigin) = (topOrigins, payeeName, payeeOrigin)
    (self.total, self.instrument) = (total, instrument)
  }
}

/// An amount of money (Payment Request API §6.2). The value is a decimal text and is compared as text: `1.5` is not
/// `1.50`.
public struct PaymentCurrencyAmount: Hashable, Sendable, Codable {
  /// A three-letter ISO 4217 code.
  public var currency: String
  /// The amount as a decimal text.
  public var value: String
  /// Creates an amount from its currency and value.
  public init(currency: String, value: String) { (self.currency, self.value) = (currency, value) }
}

/// The payment instrument, as shown to the person (Secure Payment Confirmation §5, `PaymentCredentialInstrument`).
public struct PaymentCredentialInstrument: Hashable, Sendable, Codable {
  /// The name, for example the last digits of a card.
  public var displayName: String
  /// The address of the picture. In a response, it is empty if the picture could not be shown.
  public var icon: String
  /// Further details of the instrument.
  public var details: String?
  /// Creates an instrument from its name, picture and details.
  public init(displayName: String, icon: String, details: String? = nil) {
    (self.displayName, self.icon, self.details) = (displayName, icon, details)
  }
}

/// The payment that the person was shown and confirmed: the member `payment` of the client data of type `payment.get`
/// (Secure Payment Confirmation §5, `CollectedClientAdditionalPaymentData`).
public struct CollectedClientPaymentData: Hashable, Sendable {
  /// The RP ID of the bank or other party that issued the credential.
  public let rpId: String
  /// The origin of the page that the person saw in the address bar.
  public let topOrigin: String
  /// The payee's name.
  public let payeeName: String?
  /// The payee's origin.
  public let payeeOrigin: String?
  /// The confirmed amount.
  public let total: PaymentCurrencyAmount
  /// The payment instrument.
  public let instrument: PaymentCredentialInstrument
}

extension CollectedClientData {
  /// The member `payment`; `nil` if it is absent, incomplete or of the wrong type.
  public var payment: CollectedClientPaymentData? {
    guard let payment = document.member("payment", of: document.root),
      let total = document.member("total", of: payment),
      let instrument = document.member("instrument", of: payment), let rpId = text("rpId", of: payment),
      let topOrigin = text("topOrigin", of: payment), let currency = text("currency", of: total),
      let value = text("value", of: total),
      let displayName = text("displayName", of: instrument), let icon = text("icon", of: instrument),
      isAbsentOrText("payeeName", of: payment),
      isAbsentOrText("payeeOrigin", of: payment), isAbsentOrText("details", of: instrument)
    else { return nil }
    return CollectedClientPaymentData(
      rpId: rpId, topOrigin: topOrigin, payeeName: text("payeeName", of: payment),
      payeeOrigin: text("payeeOrigin", of: payment),
      total: PaymentCurrencyAmount(currency: currency, value: value),
      instrument: PaymentCredentialInstrument(
        displayName: displayName, icon: icon, details: text("details", of: instrument)))
  }

  private func text(_ name: StaticString, of object: JSONNode) -> String? {
    document.member(name, of: object).flatMap(document.string)
  }

  private func isAbsentOrText(_ name: StaticString, of object: JSONNode) -> Bool {
    document.member(name, of: object)?.isString ?? true
  }
}

extension RelyingParty {
  /// Performs the step that Secure Payment Confirmation adds to the checks of the client data: verifies that the
  /// confirmed payment is the requested one.
  func verifyPayment(_ clientData: CollectedClientData, _ expected: PaymentExpectation?) throws(WebAuthnError) {
    guard let expected else { return }
    guard let payment = clientData.payment else {
      throw Self.mismatch("payment", "rpId, topOrigin, total and instrument", nil)
    }
    guard payment.rpId == id else { throw Self.mismatch("rpId", id, payment.rpId) }
    guard expected.topOrigins.contains(payment.topOrigin) else {
      throw Self.mismatch("topOrigin", expected.topOrigins.joined(separator: " or "), payment.topOrigin)
    }
    guard payment.payeeName == expected.payeeName else {
      throw Self.mismatch("payeeName", expected.payeeName, payment.payeeName)
    }
    guard payment.payeeOrigin == expected.payeeOrigin else {
      throw Self.mismatch("payeeOrigin", expected.payeeOrigin, payment.payeeOrigin)
    }
    guard payment.total == expected.total else {
      throw Self.mismatch(
        "total", "\(expected.total.currency) \(expected.total.value)",
        "\(payment.total.currency) \(payment.total.value)")
    }
    var instrument = payment.instrument
    if !expected.iconMustBeShown, instrument.icon.isEmpty { instrument.icon = expected.instrument.icon }
    guard instrument == expected.instrument else {
      throw Self.mismatch("instrument", expected.instrument.displayName, instrument.displayName)
    }
  }

  private static func mismatch(_ member: String, _ expected: String?, _ received: String?) -> WebAuthnError {
    WebAuthnError(
      .authentication(14), .paymentMismatch, expected: "\(member) \(expected ?? "absent")", received: received ?? "none"
    )
  }
}
