/// What is paid with, as it was shown (Secure Payment Confirmation §5, `PaymentCredentialInstrument`).
public struct PaymentCredentialInstrument: Hashable, Sendable, Codable {
  /// The name, for example the last digits of a card.
  public var displayName: String
  /// The address of the picture. Empty in an answer when the picture could not be shown.
  public var icon: String
  /// More about the instrument.
  public var details: String?
  /// The three together.
  public init(displayName: String, icon: String, details: String? = nil) {
    (self.displayName, self.icon, self.details) = (displayName, icon, details)
  }
}
