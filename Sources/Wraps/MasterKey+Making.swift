import Crypto

extension MasterKey {
  /// The Master Key, closed to all but one way, with nothing of the way at hand but its public half and its pad (§4).
  /// Draws `ephemeral`, `inner`, `outer`.
  public func wrap(
    record: [UInt8], kind: WayKind, recipient: [UInt8], pad: [UInt8], random: Randomness = DrawnValue.system
  ) throws(WrapsError) -> String {
    let (ephemeral, inner, outer) = (random(32, .ephemeral), random(12, .inner), random(12, .outer))
    let closed = try RecipientText.seal(bytes, to: recipient, ephemeral: ephemeral, iv: inner)
    let header = SealedHeader.wrap(WayID(account: account, record: record, kind: kind), generation: generation)
    return try SealedText.seal(Array(closed.utf8), key: pad, header: header.bytes, iv: outer)
  }

  /// What the server keeps of a way, made while the thing is present (§4). `find` is the PRF salt of a key; the other kinds know theirs.
  /// Draws `anchor`, `pad`.
  public func record(
    _ keys: WayKeys, salt find: [UInt8]? = nil, wrap: String, random: Randomness = DrawnValue.system
  ) throws(WrapsError) -> WayRecord {
    let way = keys.way
    guard way.account == account else { throw WrapsError(.key) }
    let anchor = try SealedText.seal(
      authority, key: keys.seal, header: SealedHeader.anchor(way, generation: generation).bytes, iv: random(12, .anchor))
    let pad = try SealedText.seal(
      keys.pad, key: padKey(way.record), header: SealedHeader.pad(way, generation: generation).bytes, iv: random(12, .pad))
    let payload = WayRecord.payload(
      way: way, generation: generation, rpID: keys.rpID, recipient: try keys.recipientPublic, proof: try keys.proofPublic,
      find: keys.lookup.map { Array(SHA256.hash(data: $0)) } ?? find, anchor: anchor, pad: pad, wrapHash: Compact.hash(wrap))
    return try WayRecord(reading: sign(payload, typ: WayRecord.typ))
  }

  /// The statement of generation 1, which keeps nothing and signs itself (§3).
  public func firstStatement(index: String) throws(WrapsError) -> GenerationStatement {
    try statement(signedBy: self, history: nil, index: index, keep: [])
  }

  /// The statement of this generation, signed with the Master Key before it (§3).
  public func statement(after old: MasterKey, history: String, index: String, keep: [KeptWay]) throws(WrapsError) -> GenerationStatement {
    try statement(signedBy: old, history: history, index: index, keep: keep)
  }

  private func statement(signedBy signer: MasterKey, history: String?, index: String, keep: [KeptWay]) throws(WrapsError) -> GenerationStatement {
    let payload = GenerationStatement.payload(
      account: account, generation: generation, authority: authority, historyHash: history.map(Compact.hash), indexHash: Compact.hash(index),
      keep: keep)
    return try GenerationStatement(reading: signer.sign(payload, typ: GenerationStatement.typ))
  }

  /// The Master Key before this one, sealed under this one (§3). Draws `history`.
  public func history(of old: MasterKey, random: Randomness = DrawnValue.system) throws(WrapsError) -> String {
    let header = SealedHeader.history(account: account, generation: generation)
    return try SealedText.seal(old.bytes, key: historyKey, header: header.bytes, iv: random(12, .history))
  }

  /// One revision of a journal entry (§4). Draws `entry`.
  public func entry(_ id: [UInt8], rev: UInt32, _ content: [UInt8], random: Randomness = DrawnValue.system) throws(WrapsError) -> String {
    let header = SealedHeader.entry(account: account, entry: id, rev: rev, generation: generation)
    return try SealedText.seal(content, key: entryKey(id, rev: rev), header: header.bytes, iv: random(12, .entry))
  }

  /// The index over these entries (§4). Draws `entry`.
  public func index(_ entries: [IndexedEntry], rev: UInt32, random: Randomness = DrawnValue.system) throws(WrapsError) -> String {
    try entry(SealedEntry.index, rev: rev, IndexedEntry.write(entries), random: random)
  }
}
