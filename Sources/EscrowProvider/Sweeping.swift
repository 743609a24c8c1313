import Foundation

/// Throws away what nobody paid for any longer, what is over, and what was only counted; and gives back what it still
/// owes.
struct Sweeping {
  let provider: Provider
  private static let day: TimeInterval = 24 * 3600
  /// A transfer is good for as long as a code of `iban` lives, and some days more for the bank.
  private static let transfersKept = 60 * day
  /// What nobody paid is no longer offered then. Anybody can have as many offers made as requests are let through.
  private static let offersKept = 2 * day
  /// An order is looked at again as long as what was paid with it can last.
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
    // A photo that is over may stand in the log, also one that could not be erased there when somebody decided.
    await provider.store.emptyLog()
  }

  /// What was to be given back when somebody stopped this, or the merchant was not there.
  private func giveBack() async throws {
    let payments = PaymentService(provider: provider)
    for order in try await provider.store.read({ try $0.orders(in: .refunding) }) {
      _ = try? await payments.refund(order)
    }
  }
}
