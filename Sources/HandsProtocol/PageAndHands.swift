import Encoding

/// The answer of `/hello`: the hands are there.
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

/// The answer of `/meet`: the token that a page names from then on.
public struct Met: Codable, Sendable {
  public var token: String
  private enum CodingKeys: String, CodingKey { case token }
  public init(token: String) { self.token = token }
}

/// The body of `/prove`, by which a page recognizes the hands it met before it tells them anything.
public struct Recognition: Codable, Sendable {
  /// The SHA-256 of the SHA-256 of the page's token, base64url.
  public var page: String
  /// 32 bytes, base64url.
  public var challenge: String
  private enum CodingKeys: String, CodingKey { case page, challenge }
}

/// The answer of `/prove`. Hands of another version are told nothing.
public struct RecognitionProof: Codable, Sendable {
  /// HMAC-SHA-256 under the SHA-256 of the token, base64url.
  public var proof: String
  /// The value with which the page may seal one order, within a minute: 16 bytes, base64url.
  public var opening: String
  public var version = ProtocolVersion.current
  private enum CodingKeys: String, CodingKey { case proof, opening, version }
  public init(proof: String, opening: String) { self.proof = proof; self.opening = opening }
}

/// The body of an order to the hands. Only hands that the page met can read what is in it: another program may have
/// taken their port since they proved who they are, or stand between.
public struct SealedOrder: Codable, Sendable {
  /// The page's token, as `Recognition` names it.
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

/// The order that is sealed in it. It carries the token itself, of which the hands keep only the hash: reading their
/// file is not enough to make an order.
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

/// The body of `/stay`: the page only asks to be kept.
public struct Staying: Codable, Sendable {
  public init() {}
}

/// The content of a page's secret fields by their ids, as the body of an order has it.
struct TypedSecrets: Decodable {
  var secrets: [FieldID: Secret]

  init(from decoder: any Decoder) throws {
    let typed = try decoder.singleValueContainer().decode([String: String].self)
    secrets = Dictionary(uniqueKeysWithValues: typed.map { (FieldID(rawValue: $0.key), Secret($0.value.utf8)) })
  }
}
