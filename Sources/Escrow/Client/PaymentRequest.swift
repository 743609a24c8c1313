/// A provider's request for payment, in the form that a GNU Taler wallet accepts (the `Taler` header of a 402
/// response). Latchstring never pays by itself. It shows the request, and asks the provider again once the request is
/// paid.
public struct PaymentRequest: Hashable, Sendable, Codable {
  /// The URI for a wallet: `taler://pay/…` or `taler+http://pay/…`.
  public let uri: String
  /// The payee: the merchant's host, with its path if it has one.
  public let merchant: String
  /// The merchant's order identifier. Providers write the 32 bytes of the payment's identifier here, in base32.
  public let orderID: String
  /// The payment identifier for the next request to the provider, 32 bytes; `nil` if the order's identifier has a
  /// different form.
  public var identifier: Base32Bytes? { Base32Bytes(text: orderID, count: DrawnBytes.paymentSecretCount) }

  static let maximumCount = 2_000

  /// - Returns: `nil` if the URI is not a payment request.
  public init?(_ uri: String) {
    guard uri.utf8.count <= Self.maximumCount, uri.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    let lower = uri.lowercased()
    guard let scheme = ["taler://pay/", "taler+http://pay/"].first(where: lower.hasPrefix) else { return nil }
    let path = uri.dropFirst(scheme.utf8.count).prefix { $0 != "?" && $0 != "#" }
    // The order is followed by a session, which is often empty.
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.dropLast().allSatisfy({ !$0.isEmpty }) else { return nil }
    self.uri = uri
    orderID = String(parts[parts.count - 2])
    merchant = parts.dropLast(2).joined(separator: "/")
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let request = PaymentRequest(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a request to pay")
    }
    self = request
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(uri)
  }
}

/// The provider's report on the payment for a code that it could not send.
public enum ReturnedMoney: Hashable, Sendable, Codable {
  /// The refunded amount and, if the provider already knows it, the URL from which a wallet collects the refund.
  case refund(Amount, address: String?)
  /// The payment is kept and covers the next attempt.
  case kept

  private static let maximumCount = 2_000

  /// - Returns: `nil` if it is not a refund URL.
  static func refundAddress(_ text: String) -> String? {
    let lower = text.lowercased()
    guard text.utf8.count <= maximumCount, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      ["taler://refund/", "taler+http://refund/"].contains(where: lower.hasPrefix)
    else { return nil }
    return text
  }
}
