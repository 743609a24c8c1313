import Escrow

/// Takes money: offers orders, reports whether an order is paid, and refunds paid orders.
public protocol Merchant: Sendable {
  /// Creates an order, or finds the existing one.
  ///
  /// - Throws: `taken` if an order for something else already has this name.
  func offer(_ order: MerchantOrder) async throws(MerchantFailure)
  /// Returns the status of an order.
  ///
  /// - Parameter patience: The time to wait for the payment, in milliseconds.
  func status(of order: String, patience: Int) async throws(MerchantFailure) -> MerchantStatus
  /// Refunds an order.
  ///
  /// - Returns: The address at which a wallet collects the refund; `nil` if the merchant does not state the address.
  func refund(_ order: String, _ amount: Amount, reason: String) async throws(MerchantFailure) -> String?
  /// Returns the address at which a wallet pays the order.
  func address(of order: String) -> String
}

public struct MerchantOrder: Hashable, Sendable {
  /// The order's name, in base32.
  public var id: String
  public var amount: Amount
  /// The purpose of the order, which the person reads in their wallet.
  public var summary: String
  public init(id: String, amount: Amount, summary: String) {
    self.id = id; self.amount = amount; self.summary = summary
  }
}

public enum MerchantStatus: Hashable, Sendable {
  /// The order has been paid with this amount.
  case paid(Amount)
  case unpaid, unknown
}

public enum MerchantFailure: Error, Hashable, Sendable { case unauthorized, unreachable, timeout, unexpected, taken }
