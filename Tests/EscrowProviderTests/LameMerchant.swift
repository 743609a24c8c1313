import Escrow
import EscrowProvider
import Synchronization

/// A merchant that accepts orders and can be unreachable when a refund is due.
final class LameMerchant: Merchant {
  private let state = Mutex<(merchant: TalerMerchant?, isAway: Bool)>((nil, false))
  private var merchant: TalerMerchant? { state.withLock(\.merchant) }

  func follow(_ merchant: TalerMerchant) { state.withLock { $0.merchant = merchant } }
  var isAway: Bool {
    get { state.withLock(\.isAway) }
    set { state.withLock { $0.isAway = newValue } }
  }

  func offer(_ order: MerchantOrder) async throws(MerchantFailure) {
    guard let merchant else { throw .unreachable }
    try await merchant.offer(order)
  }
  func status(of order: String, patience: Int) async throws(MerchantFailure) -> MerchantStatus {
    guard let merchant else { throw .unreachable }
    return try await merchant.status(of: order, patience: patience)
  }
  func refund(_ order: String, _ amount: Amount, reason: String) async throws(MerchantFailure) -> String? {
    guard let merchant, !isAway else { throw .unreachable }
    return try await merchant.refund(order, amount, reason: reason)
  }
  func address(of order: String) -> String { merchant?.address(of: order) ?? "" }
}
