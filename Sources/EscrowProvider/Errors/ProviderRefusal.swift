import Foundation
import HTTPTypes

/// A refused request: the code, and the other contents of the response. Equality compares only the code.
public struct ProviderRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public var code: RefusalCode
  /// The name of the fault. It never contains anything that the client sent.
  public var detail: String?
  /// The HTTP status, if it differs from the registry's.
  public var status: HTTPResponse.Status?
  /// The limit that was reached.
  public var limit: Limit?
  /// The host's reason for declining, in their own words.
  public var reason: String?
  /// What happened to the money that was paid for the request.
  public var returned: ReturnedPayment?
  /// The number of document look-ups that the requesting network has left.
  public var lookUpsLeft: Int?

  /// A number of tries per period.
  public struct Limit: Hashable, Sendable {
    public var tries: Int
    public var period: TimeInterval
    /// The number of seconds until another try makes sense, if known.
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

/// An error thrown if the request has a price that has not been paid yet.
struct PaymentDue: Error {
  /// The payment URI, in the form that a Taler wallet reads.
  var address: String
}
