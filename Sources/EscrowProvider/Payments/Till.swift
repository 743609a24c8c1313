import Encoding
import Escrow
import Foundation

/// A provider's own small merchant for practice money. It handles the same requests as a Taler merchant backend, under
/// `/till/`, and has a page on which a person pays an order by pressing a button.
public struct Till: Sendable {
  let store: any ProviderStore
  /// The token of the only client that may create orders: the provider itself.
  let token: Secret
  let now: @Sendable () -> Date
  /// The requests that are waiting for an order to be paid.
  let waiting = WaitingRoom()

  /// - Parameter store: The provider's own store. Payments kept there survive a restart.
  public init(store: any ProviderStore, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store; self.now = now
    token = Secret(Array(Base32Bytes(DrawnBytes.bytes(32)).text.utf8))
  }

  /// Returns a merchant client that contacts this till over HTTP, like any other merchant.
  ///
  /// - Parameter provider: The provider's address, with a trailing slash.
  public func merchant(at provider: String) -> TalerMerchant { TalerMerchant(base: provider + "till/", token: token) }

  enum Answer: Sendable { case order(TillOrder), unknown, conflict }

  func make(_ id: String, amount: Amount, summary: String) async throws -> Answer {
    let order = TillOrder(id: id, amount: amount.text, summary: summary, createdAt: now())
    return try await store.write { records in
      guard try records.tillOrder(id) == nil else { return .conflict }
      try records.insert(order)
      return .order(order)
    }
  }

  func order(_ id: String) async throws -> TillOrder? { try await store.read { try $0.tillOrder(id) } }

  /// Returns the order as soon as it is paid, or its current state once the time is up.
  ///
  /// - Parameter patience: The time to wait, in milliseconds.
  func order(_ id: String, patience: Int) async throws -> TillOrder? {
    let known = try await order(id)
    guard let known, known.state == .unpaid, patience > 0 else { return known }
    return try await waiting.first(within: patience) { _ in
      try await order(id).flatMap { $0.state == .unpaid ? nil : $0 }
    } ?? known
  }

  /// Moves an order from one state to the next. Returns the order, unchanged if it is in a different state, or `nil` if
  /// there is no such order.
  func move(_ id: String, from old: TillOrder.State, to new: TillOrder.State) async throws -> TillOrder? {
    try await store.write { records in
      guard var order = try records.tillOrder(id) else { return nil }
      guard order.state == old else { return order }
      order.state = new
      try records.update(order)
      return order
    }
  }
}
