/// The body of an order to the hands. Only hands that the page met can read what is in it: another program may have taken their port since they proved
/// who they are, or stand between.
public struct SealedOrder: Codable, Sendable {
  /// The page's token, as `Recognition` names it.
  public var page: String
  /// Of the hands' last proof.
  public var opening: String
  /// A `PageOrder` as JSON, sealed with AES-256-GCM: nonce (12 bytes), ciphertext and tag (16 bytes), base64url.
  public var sealed: String
  private enum CodingKeys: String, CodingKey { case page, opening, sealed }
  public init(page: String, opening: String, sealed: String) { self.page = page; self.opening = opening; self.sealed = sealed }
}

/// What is sealed in it. The token stands here, of which the hands keep the hash alone: whoever reads their file can make no order.
public struct PageOrder<Work: Decodable & Sendable>: Decodable, Sendable {
  public var token: String
  /// The tab's name, as it drew it: a card lies open for one tab.
  public var tab: String
  public var work: Work
  private enum CodingKeys: String, CodingKey { case token, tab, work }
}

/// The answer to it: a `CardAnswer`, an `EscrowAnswer` or `PasskeyNews`, sealed as the order was but with another key.
public struct SealedAnswer: Codable, Sendable {
  public var sealed: String
  private enum CodingKeys: String, CodingKey { case sealed }
  public init(sealed: String) { self.sealed = sealed }
}

/// What a page asks of `/stay`: nothing but to be kept.
public struct Staying: Codable, Sendable {
  public init() {}
}
