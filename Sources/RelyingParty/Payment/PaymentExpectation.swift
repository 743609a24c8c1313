/// The payment that a person is asked to confirm (Secure Payment Confirmation §4). It is kept in the ``AuthenticationState``, and the answer
/// has to name the same one in every member.
///
/// A payment is confirmed on the page of whoever is paid, so ``RelyingParty/origins`` of the relying party that finishes has to name that
/// page's origin, not the bank's.
public struct PaymentExpectation: Hashable, Sendable, Codable {
  /// The origins that may stand in the address bar meanwhile.
  public var topOrigins: [String]
  /// The name of who is paid, where the request gives one.
  public var payeeName: String?
  /// The origin of who is paid, where the request gives one.
  public var payeeOrigin: String?
  /// How much.
  public var total: PaymentCurrencyAmount
  /// With what.
  public var instrument: PaymentCredentialInstrument
  /// Whether the picture of the instrument must have been shown (`iconMustBeShown`). Otherwise an answer may name none.
  public var iconMustBeShown = true

  /// A payment.
  public init(
    topOrigins: [String], payeeName: String? = nil, payeeOrigin: String? = nil, total: PaymentCurrencyAmount,
    instrument: PaymentCredentialInstrument
  ) {
    (self.topOrigins, self.payeeName, self.payeeOrigin) = (topOrigins, payeeName, payeeOrigin)
    (self.total, self.instrument) = (total, instrument)
  }
}
