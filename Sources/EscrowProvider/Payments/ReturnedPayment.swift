import Escrow

/// The outcome for the money of somebody who paid for something that they could not get.
public enum ReturnedPayment: Hashable, Sendable {
  /// The amount that goes back, and the address at which a wallet collects it, if the merchant has stated it.
  case money(Amount, address: String?)
  /// The money is kept, and covers the next try.
  case use
}
