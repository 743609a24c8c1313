extension MasterKeys {
  /// A new generation as it is sent, and what opens it.
  public struct Rotation: Sendable {
    /// Its statement, its history and its index.
    public let statement: String, history: String, index: String
    /// The revision of its index.
    public let indexRev: UInt32
    /// A wrap for each way that stays, by record id.
    public let wraps: [[UInt8]: String]
    /// How many ways of each kind stay.
    public let kept: [WayKind: Int]
    /// The Master Keys, the new one among them.
    public let keys: MasterKeys
  }

  /// A new Master Key for every way of the present generation but the dropped ones (§5).
  ///
  /// Statement and records are judged as they are given now, whatever was judged at opening; so is what was made, before anybody sees it.
  /// - Parameters:
  ///   - account: Whose materials these are said to be.
  ///   - statement: That of the present generation.
  ///   - records: Of every way. One that the statement keeps and that is neither given nor dropped is refused, never left out in silence.
  ///   - dropped: Record ids of ways that are left out.
  ///   - index: The present one, of revision `indexRev`.
  public func rotate(
    account: [UInt8], statement: String, records: [String], without dropped: [[UInt8]] = [], index: String, indexRev: UInt32
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
      statement: made.statement.jws, history: made.history, index: next, indexRev: nextRev, wraps: wraps, kept: kept, keys: keys)
  }

  private func adding(_ drawn: MasterKey, history: String) throws(WrapsError) -> Self {
    let past = Past(statement: try drawn.openHistory(history).statement, hash: Compact.hash(history))
    return Self(
      newest: drawn, keys: keys.merging([drawn.generation: drawn]) { $1 }, pasts: pasts.merging([drawn.generation: past]) { $1 })
  }
}
