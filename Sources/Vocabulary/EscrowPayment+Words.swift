import HandsProtocol

/// A payment as shown to a person and a wallet. Its contents came from a provider, so they are mere text until they are
/// verified.
extension EscrowPayment {
  /// The recipient: the provider's host.
  public var payee: String { ProviderText.host(of: url) }

  /// The address that opens a wallet; `nil` if the payment has no such address. No wallet holds the money that a till
  /// accepts.
  public var walletLink: String? { till == nil ? ProviderText.walletLink(uri) : nil }

  /// The page where practice money is paid to a provider on this computer, which has a till instead of a bank. A remote
  /// provider cannot lead anybody to a service that listens on this computer.
  public var till: String? {
    ProviderText.walletLink(uri).flatMap { ProviderText.tillOrder($0, "pay", of: payee) }.map {
      "http://\($0.host)/till/orders/\($0.order)"
    }
  }
}

/// A refund as shown to a person and a wallet.
extension EscrowRefund {
  /// The sender: the provider's host.
  public var payer: String { ProviderText.host(of: url) }
  /// The address that opens a wallet; `nil` if the refund has no such address, or does not have it yet.
  public var walletLink: String? { isAtTill ? nil : uri.flatMap(ProviderText.walletLink) }
  /// `true` if the money was returned to the till of a provider on this computer, from which no wallet can receive it.
  public var isAtTill: Bool { uri.flatMap { ProviderText.tillOrder($0, "refund", of: payer) } != nil }
}

private enum ProviderText {
  static func walletLink(_ uri: String) -> String? {
    let isWritable = uri.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    return isWritable && (uri.hasPrefix("taler://") || uri.hasPrefix("taler+http://")) ? uri : nil
  }

  /// Parses an order at the till of a provider on this computer; returns `nil` for any other address.
  static func tillOrder(_ uri: String, _ verb: String, of provider: String) -> (host: Substring, order: Substring)? {
    let scheme = "taler+http://\(verb)/"
    guard isLocal(provider), uri.hasPrefix(scheme) else { return nil }
    let parts = uri.dropFirst(scheme.count).split(separator: "/")
    return parts.count == 3 && parts[1] == "till" && isLocal(String(parts[0])) ? (parts[0], parts[2]) : nil
  }

  static func host(of address: String) -> String {
    guard let start = address.range(of: "://")?.upperBound else { return address }
    return String(address[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  static func isLocal(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
    return name == "127.0.0.1" || name == "[::1]" || name == "localhost" || name.hasSuffix(".localhost")
  }
}
