import Foundation

/// Deletes what is no longer paid for, what has expired, and old counters; and gives back what the provider still owes.
struct Sweeping {
  let provider: Provider
  private static let day: TimeInterval = 24 * 3600
  /// The time that a transfer counts: the lifetime of a code of `iban`, and some days more for the bank.
  private static let transfersKept = 60 * day
  /// The time after which an unpaid offer ends. Anybody can cause as many offers as requests are allowed.
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
    // An expired photo may remain in the log, and so may one that could not be erased there at the decision.
    await provider.store.emptyLog()
  }

  /// Refunds that were due when somebody stopped this, or while the merchant was away.
  private func giveBack() async throws {
    let payments = PaymentService(provider: provider)
    for order in try await provider.store.read({ try $0.orders(in: .refunding) }) {
      _ = try? await payments.refund(order)
    }
  }
}
