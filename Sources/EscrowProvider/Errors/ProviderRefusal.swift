import Foundation
import HTTPTypes

/// A request that is refused: the code, and what the answer says besides. Equal by code.
public struct ProviderRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public var code: RefusalCode
  /// The name of what is wrong; never what somebody sent.
  public var detail: String?
  /// Where it is another than the registry's.
  public var status: HTTPResponse.Status?
  /// The limit that was reached.
  public var limit: Limit?
  /// Why the host said no to somebody, in their words.
  public var reason: String?
  /// What becomes of what was paid for it.
  public var returned: ReturnedPayment?
  /// How often the network that asked may still look for documents.
  public var lookUpsLeft: Int?

  /// So many tries in so much time.
  public struct Limit: Hashable, Sendable {
    public var tries: Int
    public var period: TimeInterval
    /// Seconds until it makes sense to try again, where that is known.
    public var wait: TimeInterval?
    public init(tries: Int, period: TimeInterval, wait: TimeInterval? = nil) {
      self.tries = tries; self.period = period; self.wait = wait
    }
  }

  public init(
    _ code: RefusalCode, _ detail: String? = nil, status: HTTPResponse.Status? = nil, limit: Limit? = nil,
    reason: String? = nil,
    returned: ReturnedPayment? = nil, lookUpsLeft: Int? = nil
  ) {
    self.code = code; self.detail = detail; self.status = status; self.limit = limit; self.reason = reason;
    self.returned = returned
    self.lookUpsLeft = lookUpsLeft
  }
  public var description: String { "\(code.rawValue): \(code.hint)" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// What was asked for costs something that is not paid yet.
struct PaymentDue: Error {
  /// Where it can be paid, as a Taler wallet reads it.
  var address: String
}
