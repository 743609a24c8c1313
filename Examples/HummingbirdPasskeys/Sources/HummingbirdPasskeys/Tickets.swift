import Encoding
import Hummingbird
import RelyingParty

/// Values that can be looked up by a random text for a limited time.
struct Tickets<Value: Sendable>: Sendable {
  /// The maximum number of stored values, so that repeated requests cannot fill the memory.
  static var maximumCount: Int { 10_000 }

  /// How long a ticket is valid, in seconds.
  let lifetime: Int64
  private var values: [String: (value: Value, expiry: UnixTime)] = [:]

  init(lifetime: Int64) { self.lifetime = lifetime }

  /// Stores a value, and returns its text.
  mutating func issue(_ value: Value, at time: UnixTime) throws -> String {
    if values.count >= Self.maximumCount { values = values.filter { $0.value.expiry > time } }
    guard values.count < Self.maximumCount else { throw HTTPError(.serviceUnavailable) }
    let ticket = Base64URL.encode([UInt8].random())
    values[ticket] = (value, UnixTime(seconds: time.seconds + lifetime))
    return ticket
  }

  /// The value, unless it has expired.
  func value(of ticket: String, at time: UnixTime) -> Value? {
    guard let kept = values[ticket], kept.expiry > time else { return nil }
    return kept.value
  }

  /// Returns the value and removes it.
  mutating func take(_ ticket: String, at time: UnixTime) -> Value? {
    defer { remove(ticket) }
    return value(of: ticket, at: time)
  }

  /// Removes a value.
  mutating func remove(_ ticket: String) { values[ticket] = nil }
}
