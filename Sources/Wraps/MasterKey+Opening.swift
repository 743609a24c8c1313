extension MasterKey {
  /// The Master Key of the newest generation, by one way (§5). The way's own anchor says which chain is the right one, the chain which key.
  ///
  /// `chain` are the statements from `anchorGeneration` + 1 to now; `floor` is the newest generation that this device has seen.
  public static func open(
    _ keys: WayKeys, anchor: String, anchorGeneration: UInt32, chain: [String], wrap: String, floor: UInt32 = 0
  ) throws(WrapsError) -> MasterKey {
    var generation = anchorGeneration
    var authority = try keys.openAnchor(anchor, generation: generation)
    for jws in chain {
      let statement = try GenerationStatement.verify(jws, authority: authority)
      guard statement.account == keys.way.account, statement.generation > generation, statement.generation - generation == 1 else {
        throw WrapsError(.order)
      }
      (authority, generation) = (statement.authority, statement.generation)
    }
    guard generation >= floor else { throw WrapsError(.olderThanSeen) }
    let closed = try SealedText(wrap, header: SealedHeader.wrap(keys.way, generation: generation).bytes).open(keys.pad)
    let bytes = try RecipientText.openKey(String(decoding: closed, as: UTF8.self), recipient: keys.recipient)
    let master = try MasterKey(bytes, account: keys.way.account, generation: generation)
    // This line, not a signature, vouches for a wrap.
    guard master.authority == authority else { throw WrapsError(.notTheChainsKey) }
    return master
  }

  /// The same with the anchor in a record.
  public static func open(
    _ keys: WayKeys, record: WayRecord, chain: [String], wrap: String, floor: UInt32 = 0
  ) throws(WrapsError) -> MasterKey {
    try open(keys, anchor: record.anchor, anchorGeneration: record.generation, chain: chain, wrap: wrap, floor: floor)
  }

  /// What the history of this generation holds: the Master Key before this one, and the name of this generation's statement (§3).
  /// Neither is compared with anything here; ``MasterKeys`` does.
  func openHistory(_ jwe: String) throws(WrapsError) -> (old: MasterKey, statement: [UInt8]) {
    let sealed = try SealedText(jwe, header: SealedHeader.history(account: account, generation: generation).bytes)
    guard generation > 1 else { throw WrapsError(.order) }
    let plain = try sealed.open(historyKey)
    guard plain.count != SealedHistory.sizeFromBefore else { throw WrapsError(.fromBefore) }
    guard plain.count == SealedHistory.size else { throw WrapsError(.payload) }
    return (try MasterKey(Array(plain.prefix(32)), account: account, generation: generation - 1), Array(plain.dropFirst(32)))
  }

  /// The pad of a way that is not present, by the Master Key of its record's generation (§5).
  public func openPad(_ record: WayRecord) throws(WrapsError) -> [UInt8] {
    let way = WayID(account: account, record: record.record, kind: record.kind)
    return try SealedText(record.pad, header: SealedHeader.pad(way, generation: generation).bytes).openKey(padKey(record.record))
  }

  /// One revision of a journal entry (§4).
  public func openEntry(_ id: [UInt8], rev: UInt32, _ jwe: String) throws(WrapsError) -> [UInt8] {
    try SealedText(jwe, header: SealedHeader.entry(account: account, entry: id, rev: rev, generation: generation).bytes)
      .open(entryKey(id, rev: rev))
  }

  /// The entries that the index names (§4).
  public func openIndex(_ jwe: String, rev: UInt32) throws(WrapsError) -> [IndexedEntry] {
    try IndexedEntry.read(openEntry(SealedEntry.index, rev: rev, jwe))
  }
}
