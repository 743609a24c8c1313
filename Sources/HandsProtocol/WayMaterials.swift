/// Everything that hands need to work on the Master Key, the same for a page as for a terminal. Nothing in it opens
/// anything without a secret that only the hands have. The hands believe nothing in it until it is confirmed by the
/// chain that begins at a way's own anchor (WRAPS §5).
public struct WayMaterials: Codable, Hashable, Sendable {
  /// The account id, base64url.
  public var account: String
  /// The RP id.
  public var rp: String
  /// The PRF salt, base64url, with which a key's record states the key's PRF input.
  public var salt: String
  /// The current generation; 0 if there is no Master Key yet.
  public var g: UInt32
  /// The statements of all generations, starting with the first.
  public var statements: [String]
  /// The histories of all generations from the second on.
  public var histories: [String]
  /// The records of all ways that open the Master Key.
  public var records: [String]
  public var index: String?
  public var indexRev: UInt32
  /// The only wrap of the way that was just presented, with its record.
  public var way: Way?
  /// The account's credentials for which no wrap has been made yet.
  public var unsealed: [String]
  /// `true` if everything that opens the Master Key was written by a run that is still open. The Master Key is
  /// discarded if that run is cancelled, so no device remembers it yet.
  public var isProvisional: Bool
  /// `true` if a way was removed while no Master Key was open, so that these hands must create the new generation.
  public var isRotationDue: Bool
  /// The ids of records that the new generation is to omit. They include records that the newest statement keeps but
  /// that have since been removed while no Master Key was open. Such records are listed only if they were really
  /// removed; otherwise an absent record counts as missing.
  public var dropping: [String]
  /// The recovery code's record id, if there is a recovery code. The successor of that code replaces the record.
  public var code: String?
  /// The record id of the way whose shares escrow providers hold, if a new way is made to replace it.
  public var escrow: String?
  /// The challenge that a proof answers, base64url.
  public var challenge: String?
  /// The name of the account that a printed kit opens.
  public var username: String
  /// The number of the kit whose words are shown (G-17).
  public var kit: Int?

  private enum CodingKeys: String, CodingKey {
    case account, rp, salt, g, statements, histories, records, index, indexRev, way, unsealed, isProvisional,
      isRotationDue, dropping, code, escrow
    case challenge, username, kit
  }

  public struct Way: Codable, Hashable, Sendable {
    public var record: String, wrap: String
    /// `true` if the way's key is marked. Hands that have the Master Key open then make a new wrap for the key, and
    /// hands that manage to open the Master Key with it report so with a new record.
    public var needsRewrap: Bool
    private enum CodingKeys: String, CodingKey { case record, wrap, needsRewrap }
    public init(record: String, wrap: String, needsRewrap: Bool) {
      self.record = record; self.wrap = wrap; self.needsRewrap = needsRewrap
    }
  }

  public init(
    account: String, rp: String, salt: String, g: UInt32, statements: [String], histories: [String], records: [String],
    index: String? = nil,
    indexRev: UInt32 = 0, way: Way? = nil, unsealed: [String] = [], isProvisional: Bool = false,
    isRotationDue: Bool = false, dropping: [String] = [],
    code: String? = nil, escrow: String? = nil, challenge: String? = nil, username: String = "", kit: Int? = nil
  ) {
    self.account = account; self.rp = rp; self.salt = salt; self.g = g; self.statements = statements;
    self.histories = histories
    self.records = records; self.index = index; self.indexRev = indexRev; self.way = way; self.unsealed = unsealed
    self.isProvisional = isProvisional; self.isRotationDue = isRotationDue; self.dropping = dropping; self.code = code;
    self.escrow = escrow
    self.challenge = challenge; self.username = username; self.kit = kit
  }
}

/// The ciphertext and signatures that hands made with the Master Key, for the server to verify and store. The server
/// believes nothing in it unchecked.
public struct SealedBundle: Codable, Hashable, Sendable {
  /// The generation in which the bundle was made; 0 if the account had no Master Key.
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
    /// The wrap of the new generation for each remaining way, by record id.
    public var wraps: [String: String]
    private enum CodingKeys: String, CodingKey { case statement, history, index, indexRev, wraps }
    public init(statement: String, history: String, index: String, indexRev: UInt32, wraps: [String: String]) {
      self.statement = statement; self.history = history; self.index = index; self.indexRev = indexRev;
      self.wraps = wraps
    }
  }

  public struct Way: Codable, Hashable, Sendable {
    /// The id of the way's key or card; `nil` for a code and for providers' shares.
    public var credential: String?
    public var record: String, wrap: String
    /// What stands on the paper with a code; `nil` for every other way.
    public var kit: Kit?
    private enum CodingKeys: String, CodingKey { case credential, record, wrap, kit }
    public init(credential: String? = nil, record: String, wrap: String, kit: Kit? = nil) {
      self.credential = credential; self.record = record; self.wrap = wrap; self.kit = kit
    }
  }

  public struct Kit: Codable, Hashable, Sendable {
    /// The number of the kit, as the materials for its words gave it.
    public var number: Int
    /// The check: eight characters (WRAPS §2).
    public var check: String
    private enum CodingKeys: String, CodingKey { case number, check }
    public init(number: Int, check: String) { self.number = number; self.check = check }
  }
}

/// The lookup key for the account that a typed code or a recovered secret opens.
public struct RecoveryLookup: Codable, Hashable, Sendable {
  /// The lookup key: 32 bytes, base64url (WRAPS §4).
  public var lookup: String
  private enum CodingKeys: String, CodingKey { case lookup }
  public init(lookup: String) { self.lookup = lookup }
}

/// Proof that hands have the secret that opens the account: a signature over the server's challenge.
public struct RecoveryProof: Codable, Hashable, Sendable {
  /// The server's challenge, base64url.
  public var challenge: String
  /// The signature as a compact JWS (RFC 7515).
  public var proof: String
  private enum CodingKeys: String, CodingKey { case challenge, proof }
  public init(challenge: String, proof: String) { self.challenge = challenge; self.proof = proof }
}

/// Proof that a way opened its own current wrap in a drill.
public struct DrillProof: Codable, Hashable, Sendable {
  /// The server's challenge, base64url.
  public var challenge: String
  /// The signature with the Master Key that the wrap held, as a compact JWS of type `ls1-drill`.
  public var drill: String
  /// For words and for the secret that escrow providers returned, its own signature for the purpose `drill`, which shows
  /// that it is present. A key and a card have signed before.
  public var proof: String?
  private enum CodingKeys: String, CodingKey { case challenge, drill, proof }
  public init(challenge: String, drill: String, proof: String? = nil) {
    self.challenge = challenge; self.drill = drill; self.proof = proof
  }
}

/// A ticket for a rehearsal that the hands drew. They show its signs to the person alone.
public struct DrawnTicket: Codable, Hashable, Sendable {
  /// The SHA-256 of the signs, base64url.
  public var hash: String
  private enum CodingKeys: String, CodingKey { case hash }
  public init(hash: String) { self.hash = hash }
}
