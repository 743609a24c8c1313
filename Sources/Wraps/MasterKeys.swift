/// The open Master Keys of an account, one for each generation, and the statement that each generation's history names
/// (§3, §5).
///
/// A statement is verified only against these, never against a different statement. Somebody who can write to the
/// server's rows and knows an old Master Key can sign a chain of their own, but cannot write under the Master Key that
/// followed.
public struct MasterKeys: Sendable {
  /// The newest Master Key.
  public let newest: MasterKey
  let keys: [UInt32: MasterKey]
  let pasts: [UInt32: Past]

  /// The content of a generation's history, which is sealed under that generation's own Master Key.
  struct Past: Sendable {
    /// SHA-256 of the statement's payload with an empty history.
    let statement: [UInt8]
    /// `H` of the history itself.
    let hash: String
  }

  /// The state of an account that a device last saw. An older or different state is rejected.
  public struct Seen: Hashable, Sendable {
    /// The newest generation that the device opened.
    public let generation: UInt32
    /// The public half of that Master Key's signing key.
    public let authority: [UInt8]
    /// The newest revision of the index that the device opened.
    public let indexRev: UInt32

    public init(generation: UInt32, authority: [UInt8], indexRev: UInt32) {
      (self.generation, self.authority, self.indexRev) = (generation, authority, indexRev)
    }
  }

  /// The materials that a server provides for opening an account.
  public struct Shown: Sendable {
    /// The statement of every generation, starting with the first.
    public let statements: [String]
    /// The history of every generation, starting with the second.
    public let histories: [String]
    /// The way's wrap of the newest generation.
    public let wrap: String
    /// The newest revision of the index.
    public let indexRev: UInt32

    public init(statements: [String], histories: [String], wrap: String, indexRev: UInt32) {
      (self.statements, self.histories, self.wrap, self.indexRev) = (statements, histories, wrap, indexRev)
    }
  }

  /// Creates the Master Keys of a new account.
  /// - Parameter first: The Master Key of generation 1.
  public init(first: MasterKey) { self.init(newest: first, keys: [first.generation: first], pasts: [:]) }

  init(newest: MasterKey, keys: [UInt32: MasterKey], pasts: [UInt32: Past]) {
    (self.newest, self.keys, self.pasts) = (newest, keys, pasts)
  }

  /// The account id, 16 bytes.
  public var account: [UInt8] { newest.account }

  /// Returns the Master Key of a generation, or `nil` before the first and after the newest.
  public subscript(generation: UInt32) -> MasterKey? { keys[generation] }

  /// Opens the newest Master Key by one way and every earlier one by its history, and verifies everything that the
  /// server provided for this (§5).
  /// - Parameter seen: The state that this device last saw; `nil` if it saw none.
  /// - Throws: `WrapsError` for the first inconsistency; `fromBefore` for an account whose histories do not vouch for
  ///   its statements.
  public static func open(
    _ way: WayKeys, record: WayRecord, shown: Shown, seen: Seen? = nil
  ) throws(WrapsError) -> Self {
    guard shown.indexRev >= seen?.indexRev ?? 0 else { throw WrapsError(.olderThanSeen) }
    let newest = try MasterKey.open(
      way, record: record, chain: Array(shown.statements.dropFirst(Int(record.generation))), wrap: shown.wrap,
      floor: seen?.generation ?? 0)
    // This error is reported first, so that somebody else's chain is not mistaken for an account from an earlier
    // version.
    guard seen?.generation != newest.generation || seen?.authority == newest.authority else {
      throw WrapsError(.notTheKeySeen)
    }
    guard shown.statements.count == Int(newest.generation), shown.histories.count == shown.statements.count - 1 else {
      throw WrapsError(.order)
    }
    var (keys, pasts, oldest): ([UInt32: MasterKey], [UInt32: Past], MasterKey) = (
      [newest.generation: newest], [:], newest
    )
    while oldest.generation > 1 {
      let history = shown.histories[Int(oldest.generation) - 2], opened = try oldest.openHistory(history)
      pasts[oldest.generation] = Past(statement: opened.statement, hash: Compact.hash(history))
      oldest = opened.old
      keys[oldest.generation] = oldest
    }
    let all = Self(newest: newest, keys: keys, pasts: pasts)
    for (generation, statement) in zip(UInt32(1)..., shown.statements) {
      _ = try all.judge(statement, generation: generation)
    }
    let anchored = try way.openAnchor(record.anchor, generation: record.generation)
    guard all[record.generation]?.authority == anchored else { throw WrapsError(.notTheChainsKey) }
    if let seen { guard all[seen.generation]?.authority == seen.authority else { throw WrapsError(.notTheKeySeen) } }
    return all
  }

  /// Reads a statement. Throws unless these Master Keys made it.
  public func judge(_ jws: String, generation: UInt32) throws(WrapsError) -> GenerationStatement {
    guard let own = keys[generation], let signer = keys[max(generation - 1, 1)] else { throw WrapsError(.order) }
    let statement = try GenerationStatement.verify(jws, authority: signer.authority)
    guard statement.account == account, statement.generation == generation else { throw WrapsError(.order) }
    guard statement.authority == own.authority else { throw WrapsError(.notTheChainsKey) }
    guard generation > 1 else { return statement }
    guard let past = pasts[generation], statement.historyHash == past.hash else { throw WrapsError(.notTheHistory) }
    guard past.statement == statement.name else { throw WrapsError(.notTheStatement) }
    return statement
  }

  /// Reads the record of a way. Throws unless these Master Keys signed it, because otherwise nothing vouches for the
  /// recipient that it names.
  public func judge(record jws: String) throws(WrapsError) -> WayRecord {
    let said = try WayRecord(reading: jws)
    guard let signer = keys[said.generation] else { throw WrapsError(.order) }
    guard said.account == account else { throw WrapsError(.anotherAccount) }
    return try WayRecord.verify(jws, authority: signer.authority)
  }
}

extension MasterKeys {
  /// A new generation in the form in which it is sent, and the Master Keys that open it.
  public struct Rotation: Sendable {
    /// The new generation's statement, its history and its index.
    public let statement: String, history: String, index: String
    /// The revision of the index.
    public let indexRev: UInt32
    /// A wrap for each kept way, by record id.
    public let wraps: [[UInt8]: String]
    /// The number of kept ways, by kind.
    public let kept: [WayKind: Int]
    /// The Master Keys, including the new one.
    public let keys: MasterKeys
  }

  /// Creates a new Master Key for every way of the current generation except the dropped ones (§5).
  ///
  /// The supplied statement and records are verified again, even if they were verified at opening. The result is
  /// verified as well, before anybody sees it.
  /// - Parameters:
  ///   - account: The account that the materials claim to belong to.
  ///   - statement: The statement of the current generation.
  ///   - records: The records of all ways. If a kept record is neither supplied nor dropped, the rotation is refused,
  ///     so that no way is silently omitted.
  ///   - dropped: Record ids of ways to omit.
  ///   - index: The current index, of revision `indexRev`.
  public func rotate(
    account: [UInt8], statement: String, records: [String], without dropped: [[UInt8]] = [], index: String,
    indexRev: UInt32
  ) throws(WrapsError) -> Rotation {
    guard account == self.account else { throw WrapsError(.anotherAccount) }
    guard let nextGeneration = newest.generation.next, let nextRev = indexRev.next else { throw WrapsError(.order) }
    let held = try judge(statement, generation: newest.generation).ways(of: records, without: dropped)
    let drawn = try MasterKey.draw(account: account, generation: nextGeneration)
    var (wraps, keep, kept): ([[UInt8]: String], [KeptWay], [WayKind: Int]) = ([:], [], [:])
    for record in held.values {
      guard let master = self[record.generation] else { throw WrapsError(.order) }
      let pad = try master.openPad(record)
      let wrap = try drawn.wrap(record: record.record, kind: record.kind, recipient: record.recipient, pad: pad)
      wraps[record.record] = wrap
      keep.append(KeptWay(record, wrap: wrap))
      kept[record.kind, default: 0] += 1
    }
    let next = try drawn.index(newest.openIndex(index, rev: indexRev), rev: nextRev)
    let made = try drawn.succession(after: newest, index: next, keep: keep)
    let keys = try adding(drawn, history: made.history)
    _ = try keys.judge(made.statement.jws, generation: drawn.generation)
    return Rotation(
      statement: made.statement.jws, history: made.history, index: next, indexRev: nextRev, wraps: wraps, kept: kept,
      keys: keys)
  }

  private func adding(_ drawn: MasterKey, history: String) throws(WrapsError) -> Self {
    let past = Past(statement: try drawn.openHistory(history).statement, hash: Compact.hash(history))
    return Self(
      newest: drawn, keys: keys.merging([drawn.generation: drawn]) { $1 },
      pasts: pasts.merging([drawn.generation: past]) { $1 })
  }
}
