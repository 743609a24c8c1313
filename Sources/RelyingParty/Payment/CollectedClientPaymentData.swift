import Encoding

/// What the person was shown and confirmed: the member `payment` of the client data of type `payment.get`
/// (Secure Payment Confirmation §5, `CollectedClientAdditionalPaymentData`).
public struct CollectedClientPaymentData: Hashable, Sendable {
  /// The RP ID of the bank or whoever else issued the credential.
  public let rpId: String
  /// The origin of the page that the person saw in the address bar.
  public let topOrigin: String
  /// The name of who is paid.
  public let payeeName: String?
  /// The origin of who is paid.
  public let payeeOrigin: String?
  /// How much.
  public let total: PaymentCurrencyAmount
  /// With what.
  public let instrument: PaymentCredentialInstrument
}

extension CollectedClientData {
  /// The member `payment`; `nil` where it is absent, lacks something or has something of another kind.
  public var payment: CollectedClientPaymentData? {
    guard let payment = document.member("payment", of: document.root), let total = document.member("total", of: payment),
      let instrument = document.member("instrument", of: payment), let rpId = text("rpId", of: payment),
      let topOrigin = text("topOrigin", of: payment), let currency = text("currency", of: total), let value = text("value", of: total),
      let displayName = text("displayName", of: instrument), let icon = text("icon", of: instrument), isAbsentOrText("payeeName", of: payment),
      isAbsentOrText("payeeOrigin", of: payment), isAbsentOrText("details", of: instrument)
    else { return nil }
    return CollectedClientPaymentData(
      rpId: rpId, topOrigin: topOrigin, payeeName: text("payeeName", of: payment), payeeOrigin: text("payeeOrigin", of: payment),
      total: PaymentCurrencyAmount(currency: currency, value: value),
      instrument: PaymentCredentialInstrument(displayName: displayName, icon: icon, details: text("details", of: instrument)))
  }

  private func text(_ name: StaticString, of object: JSONNode) -> String? { document.member(name, of: object).flatMap(document.string) }

  private func isAbsentOrText(_ name: StaticString, of object: JSONNode) -> Bool { document.member(name, of: object)?.isString ?? true }
}
