/// What hands made with the Master Key, for the server to check and keep: ciphertext and signatures. As it comes, nothing in it is believed.
public struct SealedBundle: Codable, Hashable, Sendable {
  /// The generation it was made at; 0 where the account had no Master Key.
  public var g: UInt32
  /// The account's first Master Key.
  public var first: First?
  public var rotation: Rotation?
  public var ways: [Way]

  private enum CodingKeys: String, CodingKey { case g, first, rotation, ways }
  public init(g: UInt32, first: First? = nil, rotation: Rotation? = nil, ways: [Way] = []) {
    self.g = g; self.first = first; self.rotation = rotation; self.ways = ways
  }

  public struct First: Codable, Hashable, Sendable {
    public var statement: String, index: String
    private enum CodingKeys: String, CodingKey { case statement, index }
    public init(statement: String, index: String) { self.statement = statement; self.index = index }
  }

  public struct Rotation: Codable, Hashable, Sendable {
    public var statement: String, history: String, index: String
    public var indexRev: UInt32
    /// By record id: the wrap of the new generation for each way that stays.
    public var wraps: [String: String]
    private enum CodingKeys: String, CodingKey { case statement, history, index, indexRev, wraps }
    public init(statement: String, history: String, index: String, indexRev: UInt32, wraps: [String: String]) {
      self.statement = statement; self.history = history; self.index = index; self.indexRev = indexRev; self.wraps = wraps
    }
  }

  public struct Way: Codable, Hashable, Sendable {
    /// The key or card that the way is, by its id; `nil` for a code and for shares with providers.
    public var credential: String?
    public var record: String, wrap: String
    private enum CodingKeys: String, CodingKey { case credential, record, wrap }
    public init(credential: String? = nil, record: String, wrap: String) {
      self.credential = credential; self.record = record; self.wrap = wrap
    }
  }
}

/// What finds the account that a typed code, or a recovered secret, opens.
public struct RecoveryLookup: Codable, Hashable, Sendable {
  /// 32 bytes, base64url (WRAPS §4).
  public var lookup: String
  private enum CodingKeys: String, CodingKey { case lookup }
  public init(lookup: String) { self.lookup = lookup }
}

/// That hands have what opens: a signature over the server's challenge.
public struct RecoveryProof: Codable, Hashable, Sendable {
  /// base64url.
  public var challenge: String
  /// A compact JWS (RFC 7515).
  public var proof: String
  private enum CodingKeys: String, CodingKey { case challenge, proof }
  public init(challenge: String, proof: String) { self.challenge = challenge; self.proof = proof }
}
