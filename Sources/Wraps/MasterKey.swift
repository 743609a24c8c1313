import Crypto

/// The Master Key of one generation (§3). It exists only in the hands.
public struct MasterKey: Sendable {
  /// The 32 bytes that wraps contain.
  public let bytes: [UInt8]
  /// The account id.
  public let account: [UInt8]
  /// The generation of this Master Key.
  public let generation: UInt32
  /// The public half of the Master Key's signing key, which the chain of statements names.
  public let authority: [UInt8]
  /// The seed of the Master Key's signing key.
  let seed: [UInt8]

  /// Creates a Master Key from known bytes.
  public init(_ bytes: [UInt8], account: [UInt8], generation: UInt32) throws(WrapsError) {
    guard bytes.count == 32, account.count == 16, generation > 0 else { throw WrapsError(.key) }
    (self.bytes, self.account, self.generation) = (bytes, account, generation)
    seed = Derivation.key(bytes, .text("authority"), .bytes(account), .number(generation))
    authority = try SignedText.publicKey(seed)
  }

  /// Creates a new Master Key, which is never derived from a previous one. Random value: `masterKey`.
  public static func draw(account: [UInt8], generation: UInt32, random: Randomness = DrawnValue.system)
    throws(WrapsError) -> Self
  {
    try Self(random(32, .masterKey), account: account, generation: generation)
  }

  /// Signs a text of this generation.
  func sign(_ payload: [UInt8], typ: String) throws(WrapsError) -> String {
    try SignedText.sign(payload, typ: typ, seed: seed)
  }

  var historyKey: [UInt8] { Derivation.key(bytes, .text("history"), .bytes(account), .number(generation)) }
  func padKey(_ record: [UInt8]) -> [UInt8] {
    Derivation.key(bytes, .text("pad"), .bytes(account), .number(generation), .bytes(record))
  }
  func entryKey(_ entry: [UInt8], rev: UInt32) -> [UInt8] {
    Derivation.key(bytes, .text("entry"), .bytes(account), .number(generation), .bytes(entry), .number(rev))
  }
}

extension MasterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A dot, which reveals nothing about the key.
  public var description: String { "•" }
  /// A dot, which reveals nothing about the key.
  public var debugDescription: String { "•" }
  /// An empty mirror, which reveals nothing about the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MasterKey {
  /// Encrypts the Master Key to a single way, of which only its public half and its pad are needed (§4). Random values:
  /// `ephemeral`, `inner`, `outer`.
  public func wrap(
    record: [UInt8], kind: WayKind, recipient: [UInt8], pad: [UInt8], random: Randomness = DrawnValue.system
  ) throws(WrapsError) -> String {
    let (ephemeral, inner, outer) = (random(32, .ephemeral), random(12, .inner), random(12, .outer))
    let closed = try RecipientText.seal(bytes, to: recipient, ephemeral: ephemeral, iv: inner)
    let header = SealedHeader.wrap(WayID(account: account, record: record, kind: kind), generation: generation)
    return try SealedText.seal(Array(closed.utf8), key: pad, header: header.bytes, iv: outer)
  }

  /// Creates the record of a way while its key, card or secret is present (§4). `find` is the PRF salt of a key and is
  /// not needed for the other kinds. Random values: `anchor`, `pad`.
  public func record(
    _ keys: WayKeys, salt find: [UInt8]? = nil, wrap: String, random: Randomness = DrawnValue.system
  ) throws(WrapsError) -> WayRecord {
    let way = keys.way
    guard way.account == account else { throw WrapsError(.key) }
    let anchor = try SealedText.seal(
      authority, key: keys.seal, header: SealedHeader.anchor(way, generation: generation).bytes, iv: random(12, .anchor)
    )
    let pad = try SealedText.seal(
      keys.pad, key: padKey(way.record), header: SealedHeader.pad(way, generation: generation).bytes,
      iv: random(12, .pad))
    let payload = WayRecord.payload(
      way: way, generation: generation, rpID: keys.rpID, recipient: try keys.recipientPublic,
      proof: try keys.proofPublic,
      find: keys.lookup.map { Array(SHA256.hash(data: $0)) } ?? find, anchor: anchor, pad: pad,
      wrapHash: Compact.hash(wrap))
    return try WayRecord(reading: sign(payload, typ: WayRecord.typ))
  }

  /// Creates the statement of generation 1, which keeps no ways and is signed by its own authority (§3).
  public func firstStatement(index: String) throws(WrapsError) -> GenerationStatement {
    try GenerationStatement(
      reading: sign(statement(historyHash: nil, index: index, keep: []), typ: GenerationStatement.typ))
  }

  /// Creates the statement of this generation, signed with the previous Master Key, and the history: that Master Key
  /// and the statement's name, sealed under this one (§3). Both keys therefore vouch for each word of the statement,
  /// and somebody who has only the previous Master Key cannot add or remove a way. Random value: `history`.
  public func succession(
    after old: MasterKey, index: String, keep: [KeptWay], random: Randomness = DrawnValue.system
  ) throws(WrapsError) -> (statement: GenerationStatement, history: String) {
    let name = SHA256.hash(data: statement(historyHash: nil, index: index, keep: keep))
    let header = SealedHeader.history(account: account, generation: generation)
    let history = try SealedText.seal(old.bytes + name, key: historyKey, header: header.bytes, iv: random(12, .history))
    let payload = statement(historyHash: Compact.hash(history), index: index, keep: keep)
    return (try GenerationStatement(reading: old.sign(payload, typ: GenerationStatement.typ)), history)
  }

  private func statement(historyHash: String?, index: String, keep: [KeptWay]) -> [UInt8] {
    GenerationStatement.payload(
      account: account, generation: generation, authority: authority, historyHash: historyHash,
      indexHash: Compact.hash(index), keep: keep)
  }

  /// Seals one revision of a journal entry (§4). Random value: `entry`.
  public func entry(_ id: [UInt8], rev: UInt32, _ content: [UInt8], random: Randomness = DrawnValue.system)
    throws(WrapsError) -> String
  {
    let header = SealedHeader.entry(account: account, entry: id, rev: rev, generation: generation)
    return try SealedText.seal(content, key: entryKey(id, rev: rev), header: header.bytes, iv: random(12, .entry))
  }

  /// Seals the index over these entries (§4). Random value: `entry`.
  public func index(_ entries: [IndexedEntry], rev: UInt32, random: Randomness = DrawnValue.system) throws(WrapsError)
    -> String
  {
    try entry(SealedEntry.index, rev: rev, IndexedEntry.write(entries), random: random)
  }
}

extension MasterKey {
  /// Opens the Master Key of the newest generation by one way (§5). The way's own anchor determines the right chain,
  /// and the chain determines the right key.
  ///
  /// `chain` contains the statements from `anchorGeneration` + 1 to now; `floor` is the newest generation that this
  /// device has seen.
  public static func open(
    _ keys: WayKeys, anchor: String, anchorGeneration: UInt32, chain: [String], wrap: String, floor: UInt32 = 0
  ) throws(WrapsError) -> MasterKey {
    var generation = anchorGeneration
    var authority = try keys.openAnchor(anchor, generation: generation)
    for jws in chain {
      let statement = try GenerationStatement.verify(jws, authority: authority)
      guard statement.account == keys.way.account, statement.generation > generation,
        statement.generation - generation == 1
      else {
        throw WrapsError(.order)
      }
      (authority, generation) = (statement.authority, statement.generation)
    }
    guard generation >= floor else { throw WrapsError(.olderThanSeen) }
    let closed = try SealedText(wrap, header: SealedHeader.wrap(keys.way, generation: generation).bytes).open(keys.pad)
    let bytes = try RecipientText.openKey(String(decoding: closed, as: UTF8.self), recipient: keys.recipient)
    let master = try MasterKey(bytes, account: keys.way.account, generation: generation)
    // The wrap is authenticated by this comparison, not by a signature.
    guard master.authority == authority else { throw WrapsError(.notTheChainsKey) }
    return master
  }

  /// Opens the Master Key of the newest generation with the anchor in a record.
  public static func open(
    _ keys: WayKeys, record: WayRecord, chain: [String], wrap: String, floor: UInt32 = 0
  ) throws(WrapsError) -> MasterKey {
    try open(keys, anchor: record.anchor, anchorGeneration: record.generation, chain: chain, wrap: wrap, floor: floor)
  }

  /// Returns the content of this generation's history: the previous Master Key, and the name of this generation's
  /// statement (§3). Neither is verified here; ``MasterKeys`` does that.
  func openHistory(_ jwe: String) throws(WrapsError) -> (old: MasterKey, statement: [UInt8]) {
    let sealed = try SealedText(jwe, header: SealedHeader.history(account: account, generation: generation).bytes)
    guard generation > 1 else { throw WrapsError(.order) }
    let plain = try sealed.open(historyKey)
    guard plain.count != SealedHistory.sizeFromBefore else { throw WrapsError(.fromBefore) }
    guard plain.count == SealedHistory.size else { throw WrapsError(.payload) }
    return (
      try MasterKey(Array(plain.prefix(32)), account: account, generation: generation - 1), Array(plain.dropFirst(32))
    )
  }

  /// Opens the pad of a way that is not present, with the Master Key of its record's generation (§5).
  public func openPad(_ record: WayRecord) throws(WrapsError) -> [UInt8] {
    let way = WayID(account: account, record: record.record, kind: record.kind)
    return try SealedText(record.pad, header: SealedHeader.pad(way, generation: generation).bytes).openKey(
      padKey(record.record))
  }

  /// Opens one revision of a journal entry (§4).
  public func openEntry(_ id: [UInt8], rev: UInt32, _ jwe: String) throws(WrapsError) -> [UInt8] {
    try SealedText(jwe, header: SealedHeader.entry(account: account, entry: id, rev: rev, generation: generation).bytes)
      .open(entryKey(id, rev: rev))
  }

  /// Returns the entries that the index names (§4).
  public func openIndex(_ jwe: String, rev: UInt32) throws(WrapsError) -> [IndexedEntry] {
    try IndexedEntry.read(openEntry(SealedEntry.index, rev: rev, jwe))
  }
}

/// Returns `count` random bytes for the value named by `drawn`. Each function that uses it lists the values that it
/// requests, in order.
public typealias Randomness = (_ count: Int, _ drawn: DrawnValue) -> [UInt8]

/// The random values of the format. The raw values are their names in the vectors.
public enum DrawnValue: String, Hashable, Sendable, CaseIterable {
  /// The Master Key itself, 32 bytes.
  case masterKey = "master"
  /// The one-time X25519 key of a wrap, 32 bytes.
  case ephemeral = "eph"
  /// The initialization vectors of the two layers of a wrap, 12 bytes each.
  case inner, outer
  /// The initialization vectors of all other sealed texts, 12 bytes each.
  case anchor, pad, history, entry

  /// Returns random bytes from the system's generator.
  public static func system(count: Int, drawn: DrawnValue) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
