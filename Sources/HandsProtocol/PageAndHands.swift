import Encoding

/// The answer of `/hello`, which shows that the hands are there.
public struct Hello: Codable, Sendable {
  public var name = "latchstring-hands"
  public var version = ProtocolVersion.current
  private enum CodingKeys: String, CodingKey { case name, version }
  public init() {}
}

/// The body of `/meet`: the pairing code that the hands show.
public struct Meeting: Codable, Sendable {
  public var code: String
  private enum CodingKeys: String, CodingKey { case code }
}

/// The answer of `/meet`: the token that identifies the page from then on.
public struct Met: Codable, Sendable {
  public var token: String
  private enum CodingKeys: String, CodingKey { case token }
  public init(token: String) { self.token = token }
}

/// The body of `/prove`, with which a page recognizes the hands it met before it tells them anything.
public struct Recognition: Codable, Sendable {
  /// The SHA-256 of the SHA-256 of the page's token, base64url.
  public var page: String
  /// 32 bytes, base64url.
  public var challenge: String
  private enum CodingKeys: String, CodingKey { case page, challenge }
}

/// The answer of `/prove`. Hands of a different version are told nothing.
public struct RecognitionProof: Codable, Sendable {
  /// HMAC-SHA-256 under the SHA-256 of the token, base64url.
  public var proof: String
  /// The value with which the page may seal one order, within a minute: 16 bytes, base64url.
  public var opening: String
  public var version = ProtocolVersion.current
  private enum CodingKeys: String, CodingKey { case proof, opening, version }
  public init(proof: String, opening: String) { self.proof = proof; self.opening = opening }
}

/// The body of an order to the hands. Only hands that the page has met can read its contents: another program may have
/// taken over their port since they proved their identity, or may be in the middle.
public struct SealedOrder: Codable, Sendable {
  /// The identifier of the page's token, as in `Recognition`.
  public var page: String
  /// The opening from the hands' last proof.
  public var opening: String
  /// A `PageOrder` as JSON, sealed with AES-256-GCM: nonce (12 bytes), ciphertext and tag (16 bytes), base64url.
  public var sealed: String
  private enum CodingKeys: String, CodingKey { case page, opening, sealed }
  public init(page: String, opening: String, sealed: String) {
    self.page = page; self.opening = opening; self.sealed = sealed
  }
}

/// The order sealed in a `SealedOrder`. It carries the token itself, of which the hands keep only the hash: reading
/// their file is not enough to create an order.
public struct PageOrder<Work: Decodable & Sendable>: Decodable, Sendable {
  public var token: String
  /// The tab's self-generated name: a card is open for only one tab.
  public var tab: String
  public var work: Work
  private enum CodingKeys: String, CodingKey { case token, tab, work }
}

/// The answer to a sealed order: a `CardAnswer`, an `EscrowAnswer` or `PasskeyNews`, sealed like the order but with a
/// different key.
public struct SealedAnswer: Codable, Sendable {
  public var sealed: String
  private enum CodingKeys: String, CodingKey { case sealed }
  public init(sealed: String) { self.sealed = sealed }
}

/// The body of `/stay`, with which a page asks only that its tab count as present.
public struct Staying: Codable, Sendable {
  public init() {}
}

/// The content of a page's secret fields by their ids, as in the body of an order.
struct TypedSecrets: Decodable {
  var secrets: [FieldID: Secret]

  init(from decoder: any Decoder) throws {
    let typed = try decoder.singleValueContainer().decode([String: String].self)
    secrets = Dictionary(uniqueKeysWithValues: typed.map { (FieldID(rawValue: $0.key), Secret($0.value.utf8)) })
  }
}
