import Escrow
import Foundation

extension PaymentService {
  /// The payment for an upload, and the time until which the documents are kept.
  struct DocumentCover: Sendable {
    /// The paid order; `nil` if documents are kept free of charge.
    var order: [UInt8]?
    var until: Date
  }

  /// Checks that the storage of documents is paid for.
  ///
  /// - Parameters:
  ///   - years: The number of years from now to keep the documents; `nil` for the period already paid for.
  ///   - payment: The paid order, if the person's program names one.
  /// - Throws: `PaymentDue`.
  func coverDocuments(
    of account: [UInt8], years: Int?, payment: [UInt8]?, patience: Int
  ) async throws -> DocumentCover {
    let settings = provider.settings, now = provider.now()
    guard !settings.annualFee.isZero else {
      return DocumentCover(until: now + Double(ProviderSettings.mostYears) * Self.year)
    }
    var named: PaymentOrder?
    if let payment, let order = try await provider.store.read({ try $0.order(payment) }) {
      guard order.purpose == .documents, order.subject == account else {
        throw ProviderRefusal(.parameterMalformed, "payment")
      }
      named = try await settle(order, patience: patience)
      if let named, named.state == .offered { try await demand(named, Self.documentSummary(named.years)) }
    }
    let (paidUntil, orders) = try await provider.store.read { records in
      (try records.providerAccount(account)?.paidUntil ?? .distantPast, try records.orders(.documents, of: account))
    }
    let usable = orders.filter { $0.state == .paid && $0.usesLeft > 0 }
    let end = now + Double(years ?? 0) * Self.year
    if paidUntil > now, paidUntil + Self.leniency >= end,
      let order = usable.first(where: { $0.id == named?.id }) ?? usable.last
    {
      return DocumentCover(order: order.id, until: paidUntil)
    }
    let missing = Int(((end.timeIntervalSince(max(paidUntil, now)) - Self.leniency) / Self.year).rounded(.up))
    let due = min(max(1, missing), ProviderSettings.mostYears)
    guard let amount = settings.annualFee.times(due) else {
      throw ProviderRefusal(.parameterMalformed, "storage_duration")
    }
    let pending = orders.first { $0.state == .offered && $0.years == due && $0.offeredAt + Self.documentOffer > now }
    let fresh = PaymentOrder(
      id: named == nil
        ? payment ?? DrawnBytes.bytes(DrawnBytes.paymentSecretCount) : DrawnBytes.bytes(DrawnBytes.paymentSecretCount),
      purpose: .documents, subject: account, years: due, amount: amount.text, usesLeft: settings.uploadsPerPayment,
      offeredAt: now)
    try await demand(payment == nil ? pending ?? fresh : fresh, Self.documentSummary(due))
  }

  private static func documentSummary(_ years: Int) -> String {
    "keeping recovery documents, \(years == 1 ? "1 year" : "\(years) years")"
  }
}
