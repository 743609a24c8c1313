import Escrow

/// What becomes of the money of somebody who paid for what they could not be given.
public enum ReturnedPayment: Hashable, Sendable {
  /// So much goes back, and where a wallet takes it, where the merchant said so by now.
  case money(Amount, address: String?)
  /// It is kept, and covers the next try.
  case use
}
