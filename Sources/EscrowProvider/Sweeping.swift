import Foundation

/// Deletes expired data, data that is no longer paid for, and old counters. It also refunds what the provider still
/// owes.
struct Sweeping {
  let provider: Provider
  /// The number of rows of one kind that a transaction deletes, so that nobody waits long for it.
  static let slice = 100
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
    while try await provider.store.sweep({ try Self.deleteSlice($0, at: now) }) == true {}
    // The log may still contain an expired photo, or a photo that could not be erased from it when the host decided.
    await provider.store.emptyLog()
  }

  /// Deletes at most `slice` rows of each kind.
  /// - Returns: `true` if more may be due.
  private static func deleteSlice(_ records: any ProviderRecords, at now: Date) throws -> Bool {
    let deleted = [
      try records.deleteProviderAccounts(paidUntilBefore: now, limit: slice),
      try records.deleteTruths(expiringBefore: now, limit: slice),
      try records.deleteCodes(expiringBefore: now, limit: slice),
      try records.deleteReviews(expiringBefore: now, limit: slice),
      try records.deleteOrders(unpaidOfferedBefore: now - offersKept, limit: slice),
      try records.deleteTillOrders(unpaidCreatedBefore: now - offersKept, limit: slice),
      try records.deleteOrders(offeredBefore: now - ordersKept, limit: slice),
      try records.deleteTillOrders(createdBefore: now - ordersKept, limit: slice),
      try records.deleteAllowances(untilBefore: now, limit: slice),
      try records.deleteTransfers(seenBefore: now - transfersKept, limit: slice),
    ]
    return deleted.contains(slice)
  }

  /// Makes the refunds that remained due because the process was stopped or the merchant was unavailable.
  private func giveBack() async throws {
    let payments = PaymentService(provider: provider)
    for order in try await provider.store.read({ try $0.orders(in: .refunding) }) {
      _ = try? await payments.refund(order)
    }
  }
}
