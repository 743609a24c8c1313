import Foundation

/// Deletes data that is no longer paid for, expired data, and old counters; and refunds what the provider still owes.
struct Sweeping {
  let provider: Provider
  private static let day: TimeInterval = 24 * 3600
  /// The time during which a transfer counts: the lifetime of an `iban` code, plus some days for the bank.
  private static let transfersKept = 60 * day
  /// The time after which an unpaid offer is deleted. Anybody can cause as many offers as they are allowed requests.
  private static let offersKept = 2 * day
  /// An order is checked again for as long as its payment can last.
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
    // An expired photo may still be in the log, and so may one that could not be erased from it at the decision.
    await provider.store.emptyLog()
  }

  /// Makes the refunds that were still due when the process was stopped, or while the merchant was unavailable.
  private func giveBack() async throws {
    let payments = PaymentService(provider: provider)
    for order in try await provider.store.read({ try $0.orders(in: .refunding) }) {
      _ = try? await payments.refund(order)
    }
  }
}
