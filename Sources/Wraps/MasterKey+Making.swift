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
    try GenerationStatement(reading: sign(statement(historyHash: nil, index: index, keep: []), typ: GenerationStatement.typ))
  }

  /// The statement of this generation, signed with the Master Key before it, and the history: that Master Key and the statement's name, sealed
  /// under this one (§3). So both vouch for each word of the statement: who has only the one before puts no way in and takes none out.
  /// Draws `history`.
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
      account: account, generation: generation, authority: authority, historyHash: historyHash, indexHash: Compact.hash(index), keep: keep)
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
