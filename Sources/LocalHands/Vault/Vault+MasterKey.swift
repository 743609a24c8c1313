import Encoding
import Wraps

/// The Master Key itself: followed along its chain, begun, and drawn anew.
extension Vault {
  /// The open one, if it is the account's newest: also one that was made here and that the server has taken since.
  mutating func current(_ materials: VaultMaterials) throws -> MasterKey? {
    if let next, next.generation == materials.g, try materials.statement(next.generation).authority == next.authority {
      masters[next.generation] = next
      self.next = nil
    }
    return masters[materials.g]
  }

  /// Follows the chain from the way's anchor to now, and opens every generation before.
  mutating func openWith(_ keys: WayKeys, _ record: WayRecord, _ materials: VaultMaterials) throws {
    let seen = memory.seen(materials.account)
    guard Base64URL.encode(record.account) == materials.account, materials.indexRev >= seen.rev else { throw Refused() }
    let chain = Array(materials.statements.dropFirst(Int(record.generation)))
    let master = try MasterKey.open(keys, record: record, chain: chain, wrap: materials.way?.wrap ?? "", floor: seen.g)
    guard seen.g != master.generation || seen.authority == Base64URL.encode(master.authority) else { throw Refused() }
    var opened = [master.generation: master], oldest = master
    while oldest.generation > 1 {
      let place = Int(oldest.generation) - 2
      guard materials.histories.indices.contains(place) else { throw Refused() }
      oldest = try oldest.openHistory(materials.histories[place], authority: materials.statement(oldest.generation - 1).authority)
      opened[oldest.generation] = oldest
    }
    (masters, next, isProvisional) = (opened, nil, materials.isProvisional)
    if !isProvisional { memory.note(materials.account, g: master.generation, authority: master.authority) }
  }

  /// The first Master Key of an account, and an empty index under it.
  mutating func begin(_ materials: VaultMaterials) throws -> (master: MasterKey, made: VaultBundle.First) {
    guard memory.seen(materials.account).g == 0 else { throw Refused() }
    let master = try MasterKey.draw(account: Base64URL.decode(materials.account) ?? [], generation: 1), index = try master.index([], rev: 1)
    next = master
    return (master, VaultBundle.First(statement: try master.firstStatement(index: index).jws, index: index))
  }

  /// A new generation for every way but the dropped ones; nothing where the Master Key is not open here. The server has each record, and the
  /// statement of the present generation says which count: one that is missing is refused, never dropped in silence.
  /// - Parameter dropping: A record id that goes beside those of the materials.
  mutating func rotate(_ materials: VaultMaterials, dropping: String? = nil) throws -> (master: MasterKey, made: VaultBundle.Rotation)? {
    guard let old = try current(materials) else { return nil }
    guard materials.indexRev >= memory.seen(materials.account).rev else { throw Refused() }
    let statement = try materials.verifiedStatement(old.generation)
    guard statement.authority == old.authority else { throw Refused() }
    let dropped = (materials.dropping + [dropping].compactMap { $0 }).compactMap { Base64URL.decode($0) }
    let held = try statement.ways(of: materials.records, without: dropped)
    let drawn = try MasterKey.draw(account: old.account, generation: old.generation + 1)
    var wraps: [String: String] = [:], keep: [KeptWay] = []
    for record in held.values {
      guard let pad = try masters[record.generation]?.openPad(record) else { throw Refused() }
      let wrap = try drawn.wrap(record: record.record, kind: record.kind, recipient: record.recipient, pad: pad)
      wraps[Base64URL.encode(record.record)] = wrap
      keep.append(KeptWay(record, wrap: wrap))
    }
    let rev = materials.indexRev + 1, entries = try old.openIndex(materials.index ?? "", rev: materials.indexRev)
    let index = try drawn.index(entries, rev: rev), history = try drawn.history(of: old)
    let made = try drawn.statement(after: old, history: history, index: index, keep: keep)
    next = drawn
    return (drawn, VaultBundle.Rotation(statement: made.jws, history: history, index: index, indexRev: rev, wraps: wraps))
  }
}

extension VaultMaterials {
  private func text(_ generation: UInt32) throws -> String {
    guard generation > 0, statements.indices.contains(Int(generation) - 1) else { throw Vault.Refused() }
    return statements[Int(generation) - 1]
  }
  /// The statement of a generation, its signature not judged here.
  func statement(_ generation: UInt32) throws -> GenerationStatement { try GenerationStatement(reading: text(generation)) }
  /// The same, signed by the generation before it.
  func verifiedStatement(_ generation: UInt32) throws -> GenerationStatement {
    generation == 1
      ? try GenerationStatement.verifyFirst(text(1))
      : try GenerationStatement.verify(text(generation), authority: statement(generation - 1).authority)
  }
}
