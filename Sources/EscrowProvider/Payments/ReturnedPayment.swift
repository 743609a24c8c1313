import Escrow

/// What happens to the money after a person paid for something that could not be delivered.
public enum ReturnedPayment: Hashable, Sendable {
  /// The refunded amount, and the address at which a wallet collects it, if the merchant has stated it.
  case money(Amount, address: String?)
  /// The money is kept, and covers the next try.
  case use
}
