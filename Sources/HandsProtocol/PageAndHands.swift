import Encoding

/// The response of `/hello`, which shows that the hands are running.
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

/// The response of `/meet`: the token that identifies the page from then on.
public struct Met: Codable, Sendable {
  public var token: String
  private enum CodingKeys: String, CodingKey { case token }
  public init(token: String) { self.token = token }
}

/// What is sealed in the body of `/pair`, under the secret of the address that `home` opened; a `Met` is the response.
public struct PairingOrder: Codable, Sendable {
  public init() {}
}

/// The body of `/prove`, with which a page verifies that these are the hands it met, before it sends them anything.
public struct Recognition: Codable, Sendable {
  /// The SHA-256 of the SHA-256 of the page's token, base64url.
  public var page: String
  /// The page's challenge: 32 bytes, base64url.
  public var challenge: String
  private enum CodingKeys: String, CodingKey { case page, challenge }
}

/// The response of `/prove`. A page sends nothing to hands of a different version.
public struct RecognitionProof: Codable, Sendable {
  /// HMAC-SHA-256 under the SHA-256 of the token, base64url.
  public var proof: String
  /// The value with which the page may seal one order, within a minute: 16 bytes, base64url.
  public var opening: String
  public var version = ProtocolVersion.current
  private enum CodingKeys: String, CodingKey { case proof, opening, version }
  public init(proof: String, opening: String) { self.proof = proof; self.opening = opening }
}

/// The body of an order to the hands. Only hands that the page has met can read its contents. After the hands proved
/// their identity, another program may have taken over their port or may intercept the connection.
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

/// The order sealed in a `SealedOrder`. It carries the token itself, of which the hands keep only the hash. Somebody
/// who reads the hands' file therefore cannot create an order.
public struct PageOrder<Work: Decodable & Sendable>: Decodable, Sendable {
  public var token: String
  /// The name that the tab generated for itself. A card is open for only one tab.
  public var tab: String
  public var work: Work
  private enum CodingKeys: String, CodingKey { case token, tab, work }
}

/// The response to a sealed order: a `CardAnswer`, an `EscrowAnswer` or `PasskeyNews`, sealed like the order but with a
/// different key.
public struct SealedAnswer: Codable, Sendable {
  public var sealed: String
  private enum CodingKeys: String, CodingKey { case sealed }
  public init(sealed: String) { self.sealed = sealed }
}

/// The body of `/stay`, with which a page requests only that its tab be considered present.
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
