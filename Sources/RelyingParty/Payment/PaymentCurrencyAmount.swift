/// An amount of money (Payment Request API §6.2). The value is a decimal text and is compared as text: `1.5` is not `1.50`.
public struct PaymentCurrencyAmount: Hashable, Sendable, Codable {
  /// Three letters of ISO 4217.
  public var currency: String
  /// The amount as a decimal text.
  public var value: String
  /// The two together.
  public init(currency: String, value: String) { (self.currency, self.value) = (currency, value) }
}
