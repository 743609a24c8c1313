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
