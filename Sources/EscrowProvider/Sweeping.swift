import Foundation

/// Deletes expired data, data that is no longer paid for, and old counters. It also refunds what the provider still
/// owes.
struct Sweeping {
  let provider: Provider
  private static let day: TimeInterval = 24 * 3600
  /// The time for which a transfer counts: the lifetime of an `iban` code plus some days for the bank.
  private static let transfersKept = 60 * day
  /// The time after which an unpaid offer is deleted. Every permitted request can create an offer, so anybody can
  /// create many.
  private static let offersKept = 2 * day
  /// The time for which an order is kept. An order is checked again for as long as its payment can last.
  private static let ordersKept = Double(ProviderSettings.mostYears + 1) * PaymentService.year

  func sweep() async throws {
    try await giveBack()
    let now = provider.now()
    try await provider.store.write { records in
      try records.deleteProviderAccounts(paidUntilBefore: now)
      try records.deleteTruths(expiringBefore: now)
      try records.deleteCodes(expiringBefore: now)
      try records.deleteReviews(expiringBefore: now)
      try records.deleteOrders(unpaidOfferedBefore: now - Self.offersKept)
      try records.deleteTillOrders(unpaidCreatedBefore: now - Self.offersKept)
      try records.deleteOrders(offeredBefore: now - Self.ordersKept)
      try records.deleteTillOrders(createdBefore: now - Self.ordersKept)
      try records.deleteAllowances(untilBefore: now)
      try records.deleteTransfers(seenBefore: now - Self.transfersKept)
    }
    // The log may still contain an expired photo, or a photo that could not be erased from it when the host decided.
    await provider.store.emptyLog()
  }

  /// Makes the refunds that remained due because the process was stopped or the merchant was unavailable.
  private func giveBack() async throws {
    let payments = PaymentService(provider: provider)
    for order in try await provider.store.read({ try $0.orders(in: .refunding) }) {
      _ = try? await payments.refund(order)
    }
  }
}
