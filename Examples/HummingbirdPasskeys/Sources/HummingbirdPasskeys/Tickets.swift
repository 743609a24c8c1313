import Encoding
import Hummingbird
import RelyingParty

/// Values that are found by a random text for a limited time.
struct Tickets<Value: Sendable>: Sendable {
  /// More are not kept, so that nobody can fill the memory by asking.
  static var maximumCount: Int { 10_000 }

  /// In seconds.
  let lifetime: Int64
  private var values: [String: (value: Value, expiry: UnixTime)] = [:]

  init(lifetime: Int64) { self.lifetime = lifetime }

  /// Keeps a value, and gives its text.
  mutating func issue(_ value: Value, at time: UnixTime) throws -> String {
    if values.count >= Self.maximumCount { values = values.filter { $0.value.expiry > time } }
    guard values.count < Self.maximumCount else { throw HTTPError(.serviceUnavailable) }
    let ticket = Base64URL.encode([UInt8].random())
    values[ticket] = (value, UnixTime(seconds: time.seconds + lifetime))
    return ticket
  }

  /// The value, where its time is not over.
  func value(of ticket: String, at time: UnixTime) -> Value? {
    guard let kept = values[ticket], kept.expiry > time else { return nil }
    return kept.value
  }

  /// The value, for the last time.
  mutating func take(_ ticket: String, at time: UnixTime) -> Value? {
    defer { remove(ticket) }
    return value(of: ticket, at: time)
  }

  /// Forgets a value.
  mutating func remove(_ ticket: String) { values[ticket] = nil }
}
