import Escrow

/// Takes money: offers orders, says whether one is paid, pays one back.
public protocol Merchant: Sendable {
  /// Makes an order, or finds that it is there.
  ///
  /// - Throws: `taken` where something else is to be paid under its name.
  func offer(_ order: MerchantOrder) async throws(MerchantFailure)
  /// - Parameter patience: So many milliseconds it may wait for the payment.
  func status(of order: String, patience: Int) async throws(MerchantFailure) -> MerchantStatus
  /// - Returns: Where a wallet takes what is paid back; `nil` where the merchant does not say.
  func refund(_ order: String, _ amount: Amount, reason: String) async throws(MerchantFailure) -> String?
  /// Where a wallet pays it.
  func address(of order: String) -> String
}

public struct MerchantOrder: Hashable, Sendable {
  /// In base32.
  public var id: String
  public var amount: Amount
  /// What it is for, as the person reads it in their wallet.
  public var summary: String
  public init(id: String, amount: Amount, summary: String) {
    self.id = id; self.amount = amount; self.summary = summary
  }
}

public enum MerchantStatus: Hashable, Sendable {
  /// So much.
  case paid(Amount)
  case unpaid, unknown
}

public enum MerchantFailure: Error, Hashable, Sendable { case unauthorized, unreachable, timeout, unexpected, taken }
