import AsyncHTTPClient
import Foundation
import NIOCore

/// One request to a provider, before it is sent.
struct ProviderCall: Sendable {
  var method = "GET"
  var url: String
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
  /// `true` if sending the request twice has no further effect. A request that is not repeatable may send a code or use
  /// up a try.
  var isRepeatable = true
  /// The maximum length of the response in bytes.
  var responseLimit = 64 << 10
}

/// A provider's response, before any of it is trusted.
package struct ProviderAnswer: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status; self.headers = headers; self.body = body
  }

  func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
  func decode<Body: Decodable>(_ type: Body.Type) -> Body? { try? JSONDecoder().decode(type, from: Data(body)) }

  private struct Fault: Decodable { var code: Int? }
  var code: Int? { decode(Fault.self)?.code }
  /// - Throws: `unexpected` if the response is not a refusal, because a provider that follows the protocol has no
  ///   reason to send such a response.
  package func refusal() throws(EscrowError) -> EscrowRefusal {
    guard (400..<600).contains(status) else {
      throw EscrowError(.unexpected, "a provider answered with a status that this call has not")
    }
    return EscrowRefusal(status: status, code: code)
  }
  /// Returns the payment request in a 402 response.
  package func paymentRequest() throws(EscrowError) -> PaymentRequest {
    guard let request = header("Taler").flatMap(PaymentRequest.init) else {
      throw EscrowError(.unexpected, "money is asked for, and not how")
    }
    return request
  }
  private struct Returned: Decodable {
    var amount: Amount?, address: String?, isKept: Bool?
    enum CodingKeys: String, CodingKey {
      case amount = "refund_amount", address = "taler_refund_uri", isKept = "payment_kept"
    }
  }
  /// The refund reported when a provider refuses to send a code. Other implementations do not report it.
  package var returnedMoney: ReturnedMoney? {
    guard let said = decode(Returned.self) else { return nil }
    if let amount = said.amount { return .refund(amount, address: said.address.flatMap(ReturnedMoney.refundAddress)) }
    return said.isKept == true ? .kept : nil
  }
  /// The remaining `look-ups` in the `RateLimit` header of any response about documents
  /// (draft-ietf-httpapi-ratelimit-headers).
  package var lookUpsLeft: Int? {
    let items = header("RateLimit")?.split(separator: ",").map {
      $0.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let left = items?.first { $0.first == #""look-ups""# }?.first { $0.hasPrefix("r=") }
    return left.flatMap { Int($0.dropFirst(2)) }.flatMap { $0 < 0 ? nil : $0 }
  }
  private struct Limit: Decodable {
    struct Frequency: Decodable {
      var microseconds: Int64?
      enum Key: String, CodingKey { case microseconds = "d_us" }
      init(from decoder: any Decoder) throws {
        microseconds = try? decoder.container(keyedBy: Key.self).decode(Int64.self, forKey: .microseconds)
      }
    }
    var requests: Int?, frequency: Frequency?
    enum CodingKeys: String, CodingKey { case requests = "request_limit", frequency = "request_frequency" }
  }
  /// The limit on tries in a 429 response.
  package var tryLimit: TryLimit {
    let limit = decode(Limit.self)
    return TryLimit(requests: limit?.requests, microseconds: limit?.frequency?.microseconds)
  }
}

/// The reason why a request to a provider failed, in a form that a draft stores.
public enum ProviderTrouble: Hashable, Sendable, Codable {
  /// The provider did not respond, or not in time.
  case unreachable
  /// The address is answered by something other than a provider.
  case unexpected
  /// The provider's response cannot be true.
  case lied
  /// The provider claims to keep this item, but does not have it.
  case missing
  /// The provider claims to keep this item, but did not respond when asked for it.
  case unchecked
  /// The provider does not accept items of this size.
  case tooLarge
  /// The provider keeps a different item under this name.
  case taken
  case methodNotOffered
  case refused(EscrowRefusal)
  /// The error occurred on this computer.
  case ourselves

  init(_ error: EscrowError) {
    switch error.code {
    case .unreachable: self = .unreachable
    case .limited: self = .refused(EscrowRefusal(status: 429))
    case .unexpected, .malformed: self = .unexpected
    case .inconsistent, .sealed: self = .lied
    case .tooLarge: self = .tooLarge
    case .invalid, .outOfMemory: self = .ourselves
    }
  }
}

/// A refusal that is only reported, not handled. It has the HTTP status and, if the provider gave one, the number in
/// the GNU Taler registry. The provider's own wording is omitted, because a third party wrote it.
public struct EscrowRefusal: Hashable, Sendable, Codable {
  public var status: Int
  public var code: Int?
  public init(status: Int, code: Int? = nil) { self.status = status; self.code = code }
}

/// The numbers that distinguish responses with the same status (GNU Taler's registry of error codes).
enum RefusalNumber {
  static let truthUnknown = 8108, methodNoLongerSupported = 8109, responseRequired = 8110, challengeFailed = 8111,
    codeUnknown = 8112
  static let alreadySent = 8113, startFailed = 8114, shareGone = 8115, decryptionFailed = 8120, rateLimited = 8121,
    timeout = 8122
  static let wrongMethod = 8123, truthExists = 8150, documentUnknown = 8350, methodNotSupported = 8151,
    transferMissing = 8231
  /// Errors reported by the methods themselves, such as an invalid address or a message that could not be sent.
  static let methods = 8200..<8300
}

/// The number of tries that a provider allows, if the provider reports it.
public struct TryLimit: Hashable, Sendable, Codable {
  /// The number of tries allowed in each period.
  public var requests: Int?
  /// The length of the period in microseconds.
  public var microseconds: Int64?
  public init(requests: Int? = nil, microseconds: Int64? = nil) {
    self.requests = requests; self.microseconds = microseconds
  }
}
