/// A provider's address: the base URL of its calls. TLS is required, except on this computer itself.
public struct ProviderAddress: Hashable, Sendable, Codable, CodingKeyRepresentable, CustomStringConvertible {
  /// The URL `https://host[:port]/[path/]`, with scheme and host in lower case, no default port, and a final `/`.
  public let text: String
  /// The scheme, host and port. Truths are addressed from the root of a host, wherever its base URL points.
  let origin: String
  /// The `host[:port]` by which people distinguish providers.
  public let host: String

  static let maximumCount = 500

  /// Parses an address typed by a person or contained in a document. A missing final `/` is added.
  ///
  /// - Returns: `nil` if the text is not such a URL, has a user, a query or a fragment, or uses plain HTTP beyond
  ///   loopback.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.maximumCount,
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !Self.refused.contains($0) }),
      let colon = text.range(of: "://")
    else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased(), rest = text[colon.upperBound...]
    guard scheme == "https" || scheme == "http" else { return nil }
    let authority = rest.prefix { $0 != "/" }.lowercased(), path = rest.dropFirst(authority.utf8.count)
    guard let (host, port) = Self.split(authority), scheme == "https" || Self.isLoopback(host),
      !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { return nil }
    self.host = port == nil || port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port ?? 0)"
    origin = "\(scheme)://\(self.host)"
    self.text = origin + path + (path.hasSuffix("/") ? "" : "/")
  }

  private static let refused = Set("@?#\\\"<>^`{|}".utf8)

  private static func split(_ authority: String) -> (host: String, port: Int?)? {
    var host = authority[...], port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      let digits = authority[authority.index(after: colon)...]
      guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int(digits),
        (1...65_535).contains(number)
      else { return nil }
      (host, port) = (authority[..<colon], number)
    }
    if host.hasPrefix("[") {
      let inside = host.dropFirst().dropLast()
      guard host.hasSuffix("]"), inside.contains(":"),
        inside.utf8.allSatisfy({ Set("0123456789abcdef:.".utf8).contains($0) })
      else { return nil }
    } else {
      guard !host.isEmpty, !host.hasPrefix("."), !host.hasPrefix("-"), host.utf8.allSatisfy({ isInName($0) }) else {
        return nil
      }
    }
    return (String(host), port)
  }
  private static func isInName(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 46
  }

  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil }
  }

  public var description: String { text }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = ProviderAddress(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a provider's address")
    }
    self = address
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  /// Encodes a dictionary keyed by provider as a JSON object keyed by URL.
  public var codingKey: any CodingKey { Key(stringValue: text) }
  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}
