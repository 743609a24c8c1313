/// What a provider wants to be paid, as a GNU Taler wallet takes it (the `Taler` header of a 402). Latchstring pays nothing by itself: it
/// shows this, and asks the provider again once it is paid.
public struct PaymentRequest: Hashable, Sendable, Codable {
  /// `taler://pay/…` or `taler+http://pay/…`, for a wallet.
  public let uri: String
  /// Who is paid: the merchant's host, with its path where it has one.
  public let merchant: String
  /// How the merchant calls it. Providers write the 32 bytes of the payment's identifier here, in base32.
  public let orderID: String
  /// What names the payment when the provider is asked again, 32 bytes; `nil` where the order is called otherwise.
  public var identifier: Base32Bytes? { Base32Bytes(text: orderID, count: DrawnBytes.paymentSecretCount) }

  static let maximumCount = 2_000

  /// - Returns: `nil` where it is no request to pay.
  public init?(_ uri: String) {
    guard uri.utf8.count <= Self.maximumCount, uri.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    let lower = uri.lowercased()
    guard let scheme = ["taler://pay/", "taler+http://pay/"].first(where: lower.hasPrefix) else { return nil }
    let path = uri.dropFirst(scheme.utf8.count).prefix { $0 != "?" && $0 != "#" }
    // Behind the order comes a session, which is often empty.
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

/// What a provider says becomes of the money for what it could not send.
public enum ReturnedMoney: Hashable, Sendable, Codable {
  /// So much comes back, and the address by which a wallet takes it, where the provider knows that by now.
  case refund(Amount, address: String?)
  /// It is kept, and covers the next try.
  case kept

  private static let maximumCount = 2_000

  /// - Returns: `nil` where it is nothing that a wallet takes a refund by.
  static func refundAddress(_ text: String) -> String? {
    let lower = text.lowercased()
    guard text.utf8.count <= maximumCount, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      ["taler://refund/", "taler+http://refund/"].contains(where: lower.hasPrefix)
    else { return nil }
    return text
  }
}
