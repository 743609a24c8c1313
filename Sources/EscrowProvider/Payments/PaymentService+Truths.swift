import Escrow
import Foundation

extension PaymentService {
  /// Checks that the upload of a truth is paid for. The order has the same name as the truth.
  ///
  /// - Returns: The number of years that the truth is kept, and the order that covers it. The order is `nil` if the
  ///   upload is free.
  /// - Throws: `PaymentDue`.
  func coverTruth(_ id: [UInt8], years: Int, patience: Int) async throws -> (years: Int, order: [UInt8]?) {
    let fee = provider.settings.truthUploadFee
    guard !fee.isZero, let amount = fee.times(years) else { return (years, nil) }
    let fresh = PaymentOrder(
      id: id, purpose: .truth, subject: id, years: years, amount: amount.text, usesLeft: 1, offeredAt: provider.now())
    var order = try await provider.store.read { try $0.order(id) } ?? fresh
    guard order.purpose == .truth else { throw ProviderRefusal(.truthExists) }
    if order != fresh { order = try await settle(order, patience: patience) }
    guard order.state == .paid else {
      try await demand(order, "keeping a share, \(order.years == 1 ? "1 year" : "\(order.years) years")")
    }
    guard order.usesLeft > 0 else { throw ProviderRefusal(.truthExists) }
    return (order.years, order.id)
  }

  /// Checks that the use of a method is paid for.
  ///
  /// - Parameter payment: The paid order, if the person's program names one.
  /// - Returns: The order that covers the use; `nil` if the method is free.
  /// - Throws: `PaymentDue`.
  func coverChallenge(
    of truth: [UInt8], _ type: MethodType, payment: [UInt8]?, patience: Int
  ) async throws -> [UInt8]? {
    guard let cost = provider.settings.cost(of: type), !cost.isZero else { return nil }
    let now = provider.now()
    func fresh(_ id: [UInt8]) -> PaymentOrder {
      PaymentOrder(
        id: id, purpose: .challenge, subject: truth, years: 0, amount: cost.text, usesLeft: Self.challengesPerPayment,
        offeredAt: now)
    }
    let drawn = fresh(DrawnBytes.bytes(DrawnBytes.paymentSecretCount)), summary = "a challenge by \(type.rawValue)"
    guard let payment else {
      let pending = try await provider.store.read { try $0.orders(.challenge, of: truth) }
        .first { $0.state == .offered && $0.offeredAt + Self.challengeOffer > now }
      try await demand(pending ?? drawn, summary)
    }
    guard let known = try await provider.store.read({ try $0.order(payment) }) else {
      try await demand(fresh(payment), summary)
    }
    guard known.purpose == .challenge, known.subject == truth else { try await demand(drawn, summary) }
    let order = try await settle(try await refund(known).order, patience: patience)
    switch order.state {
    case .paid where order.usesLeft > 0: return order.id
    case .offered where order.offeredAt + Self.challengeOffer > now: try await demand(order, summary)
    default: try await demand(drawn, summary)
    }
  }
}
