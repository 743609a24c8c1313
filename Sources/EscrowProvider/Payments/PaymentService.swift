import Encoding
import Escrow
import Foundation

/// Says whether something is paid for, and asks for money where it is not.
struct PaymentService: Sendable {
  let provider: Provider
  /// In seconds.
  static let year: TimeInterval = 365 * 24 * 3600
  /// Less than that missing at the end of a year counts as paid.
  static let leniency: TimeInterval = 30 * 24 * 3600
  /// A challenge can be paid for so long after it was offered, and documents for so long.
  static let challengeOffer: TimeInterval = 3600, documentOffer: TimeInterval = 24 * 3600
  /// In bytes.
  private static let usualUpload = 64 << 10
  /// So many challenges can be started for one payment.
  static let challengesPerPayment = 3

  /// Pays nothing back, and offers nothing: settles an order that was offered, by asking the merchant.
  ///
  /// - Returns: The order as it is now.
  func settle(_ order: PaymentOrder, patience: Int) async throws -> PaymentOrder {
    guard order.state == .offered, let merchant = provider.merchant else { return order }
    let status: MerchantStatus
    do { status = try await merchant.status(of: Base32Bytes(order.id).text, patience: patience) } catch {
      throw Self.refusal(error)
    }
    // Under the same name something else may have been paid, before this was asked for.
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

  /// Makes the order at the merchant, writes it down, and refuses the request until it is paid.
  ///
  /// - Parameter isRenamed: Its name was drawn, because something else was offered under the one that it had.
  func demand(_ order: PaymentOrder, _ summary: String, isRenamed: Bool = false) async throws -> Never {
    guard let merchant = provider.merchant, let amount = Amount(order.amount) else {
      throw ProviderRefusal(.merchantUnreachable)
    }
    // Nobody pays for what is not taken then. Challenges are for what is kept.
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

  /// Nothing was given for a use of it: the use is given back, and the money as well where it was the first.
  ///
  /// - Returns: What the person is told of it; `nil` where nothing can be said.
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
      // What fails here is done with the next sweep, or when the order is next named.
      return .money(amount, address: nil)
    }
  }

  /// Gives back the money of an order that is `refunding`. Safe to repeat after a kill: a merchant gives the same
  /// amount back once.
  ///
  /// - Returns: The order as it is now, and where a wallet takes the money, where the merchant says so.
  /// - Throws: `ProviderRefusal` where nobody knows what came of it.
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
      // The merchant did not take the refund. Then what was paid still covers the next try.
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
  /// - Throws: `ProviderRefusal` where somebody used the last of it in between.
  func spendUse(of id: [UInt8]) throws {
    guard var order = try order(id), order.state == .paid, order.usesLeft > 0 else {
      throw ProviderRefusal(.merchantUnexpected, "payment")
    }
    order.usesLeft -= 1
    try update(order)
  }
}
