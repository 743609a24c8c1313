import Encoding
import Escrow
import Foundation

/// Determines whether something is paid for, and requests payment if it is not.
struct PaymentService: Sendable {
  let provider: Provider
  /// A year in seconds.
  static let year: TimeInterval = 365 * 24 * 3600
  /// The maximum time missing at the end of a year for which the year still counts as paid.
  static let leniency: TimeInterval = 30 * 24 * 3600
  /// The time after the offer during which a challenge or documents, respectively, can be paid for.
  static let challengeOffer: TimeInterval = 3600, documentOffer: TimeInterval = 24 * 3600
  /// The typical size of an upload, in bytes.
  private static let usualUpload = 64 << 10
  /// The number of challenges that can be started for one payment.
  static let challengesPerPayment = 3

  /// Updates an offered order by asking the merchant whether it is paid. This neither refunds nor offers anything.
  ///
  /// - Returns: The order in its present state.
  func settle(_ order: PaymentOrder, patience: Int) async throws -> PaymentOrder {
    guard order.state == .offered, let merchant = provider.merchant else { return order }
    let status: MerchantStatus
    do { status = try await merchant.status(of: Base32Bytes(order.id).text, patience: patience) } catch {
      throw Self.refusal(error)
    }
    // A different order may have been paid under the same name before this one was requested.
    guard case .paid(let amount) = status, amount == Amount(order.amount) else { return order }
    let now = provider.now()
    return try await provider.store.write { records in
      guard var kept = try records.order(order.id), kept.state == .offered else {
        return try records.order(order.id) ?? order
      }
      kept.state = .paid
      try records.update(kept)
      if kept.purpose == .documents {
        let account = try records.providerAccount(kept.subject)
        try records.put(
          ProviderAccount(
            key: kept.subject, paidUntil: max(now, account?.paidUntil ?? now) + Double(kept.years) * Self.year))
      }
      return kept
    }
  }

  /// Creates the order at the merchant, records it, and refuses the request until it is paid.
  ///
  /// - Parameter isRenamed: `true` if the name is random because something else was offered under the original one.
  func demand(_ order: PaymentOrder, _ summary: String, isRenamed: Bool = false) async throws -> Never {
    guard let merchant = provider.merchant, let amount = Amount(order.amount) else {
      throw ProviderRefusal(.merchantUnreachable)
    }
    // Nobody should pay for a request that would then be refused for lack of room. Challenges need no room, because
    // they concern only stored data.
    if order.purpose != .challenge {
      try await provider.store.read { try provider.checkRoom(for: Self.usualUpload, $0) }
    }
    let id = Base32Bytes(order.id).text
    let text = "\(provider.settings.shownName): \(summary)"
    do { try await merchant.offer(MerchantOrder(id: id, amount: amount, summary: text)) } catch {
      switch error {
      case .taken where order.purpose != .truth && !isRenamed:
        var renamed = order
        renamed.id = DrawnBytes.bytes(DrawnBytes.paymentSecretCount)
        try await demand(renamed, summary, isRenamed: true)
      case .unexpected, .taken: throw ProviderRefusal(order.purpose == .documents ? .orderNotMade : .truthOrderNotMade)
      default: throw Self.refusal(error)
      }
    }
    try await provider.store.write { records in
      if try records.order(order.id) == nil { try records.insert(order) }
    }
    throw PaymentDue(address: merchant.address(of: id))
  }

  /// Restores a use that delivered nothing, and refunds the money if it was the first use.
  ///
  /// - Returns: The message for the person; `nil` if there is nothing to report.
  func giveBack(_ id: [UInt8]) async -> ReturnedPayment? {
    let order = try? await provider.store.write { records -> PaymentOrder? in
      guard var order = try records.order(id), order.state == .paid else { return nil }
      order.usesLeft += 1
      if order.usesLeft == Self.challengesPerPayment { order.state = .refunding }
      try records.update(order)
      return order
    }
    guard let order else { return nil }
    guard order.state == .refunding, let amount = Amount(order.amount) else { return .use }
    do {
      let (end, address) = try await refund(order)
      return end.state == .paid ? .use : .money(amount, address: address)
    } catch {
      // If the refund fails, it is retried by the next sweep, or by the next request that names the order.
      return .money(amount, address: nil)
    }
  }

  /// Refunds an order in the state `refunding`. The call can be repeated safely after the process is killed, because a
  /// merchant refunds the same amount only once.
  ///
  /// - Returns: The order in its present state, and the address at which a wallet collects the money, if the merchant
  ///   states it.
  /// - Throws: `ProviderRefusal` if the outcome is unknown.
  func refund(_ order: PaymentOrder) async throws -> (order: PaymentOrder, address: String?) {
    guard order.state == .refunding, let amount = Amount(order.amount), let merchant = provider.merchant else {
      return (order, nil)
    }
    var end = PaymentOrder.State.refunded, address: String?
    do {
      address = try await merchant.refund(Base32Bytes(order.id).text, amount, reason: "The code could not be sent.")
    } catch {
      switch error {
      case .unreachable, .timeout: throw Self.refusal(error)
      // The merchant rejected the refund, so the payment still covers the next try.
      case .unauthorized, .unexpected, .taken: end = .paid
      }
    }
    let kept = try await provider.store.write { [end] records in
      guard var kept = try records.order(order.id), kept.state == .refunding else {
        return try records.order(order.id) ?? order
      }
      kept.state = end
      try records.update(kept)
      return kept
    }
    return (kept, address)
  }

  private static func refusal(_ failure: MerchantFailure) -> ProviderRefusal {
    switch failure {
    case .unauthorized: ProviderRefusal(.merchantUnauthorized)
    case .unreachable: ProviderRefusal(.merchantUnreachable)
    case .timeout: ProviderRefusal(.merchantTimeout)
    case .unexpected, .taken: ProviderRefusal(.merchantUnexpected)
    }
  }
}

extension OrderRecords {
  /// - Throws: `ProviderRefusal` if a concurrent request took the last use.
  func spendUse(of id: [UInt8]) throws {
    guard var order = try order(id), order.state == .paid, order.usesLeft > 0 else {
      throw ProviderRefusal(.merchantUnexpected, "payment")
    }
    order.usesLeft -= 1
    try update(order)
  }
}
