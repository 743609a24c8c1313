import Encoding
import HandsProtocol
import Wraps

/// Opens, begins and regenerates the Master Key itself. The server's data is checked in `Wraps/MasterKeys`.
extension Vault {
  /// Returns the open Master Keys if their newest one is the account's newest. This includes a Master Key that was made
  /// here and that the server has since accepted, byte for byte.
  mutating func current(_ materials: WayMaterials) throws -> MasterKeys? {
    if let account = (open ?? next?.keys)?.account, Base64URL.encode(account) != materials.account { throw Refused() }
    if let next, next.keys.newest.generation == materials.g, materials.newestStatement == next.statement {
      (open, self.next) = (next.keys, nil)
      note(next.keys.newest, materials)
    }
    return open?.newest.generation == materials.g ? open : nil
  }

  /// Opens everything that one way opens, and records the newest state of this account.
  mutating func openWith(_ keys: WayKeys, _ record: WayRecord, _ materials: WayMaterials) throws {
    guard let way = materials.way, Base64URL.encode(record.account) == materials.account else { throw Refused() }
    let shown = MasterKeys.Shown(
      statements: materials.statements, histories: materials.histories, wrap: way.wrap, indexRev: materials.indexRev)
    let opened = try MasterKeys.open(keys, record: record, shown: shown, seen: memory.seen(materials.account).asShown)
    if (next?.keys ?? open)?.newest.authority != opened.newest.authority { lacking = [] }
    (open, next) = (opened, nil)
    note(opened.newest, materials)
  }

  /// Records a Master Key that was opened, or made here and accepted. The account's first Master Key is not recorded if
  /// a cancelled run would remove it.
  private mutating func note(_ master: MasterKey, _ materials: WayMaterials, indexRev: UInt32 = 0) {
    guard !materials.isProvisional || master.generation > 1 else { return }
    memory.note(materials.account, g: master.generation, authority: master.authority, rev: indexRev)
  }

  /// Creates the first Master Key of an account, and an empty index under it.
  mutating func begin(_ materials: WayMaterials) throws -> (master: MasterKey, made: SealedBundle.First) {
    guard memory.seen(materials.account).g == 0 else { throw Older() }
    let master = try MasterKey.draw(account: Base64URL.decode(materials.account) ?? [], generation: 1),
      index = try master.index([], rev: 1)
    let statement = try master.firstStatement(index: index).jws
    (open, next, lacking) = (nil, Next(keys: MasterKeys(first: master), statement: statement), [.phrase, .escrow])
    return (master, SealedBundle.First(statement: statement, index: index))
  }

  /// Creates a new generation for every way except the dropped ones. Returns `nil` if the Master Key is not open here.
  /// - Parameter dropping: Record ids to drop in addition to those of the materials.
  mutating func rotate(_ materials: WayMaterials, dropping: [String] = []) throws -> (
    master: MasterKey, made: SealedBundle.Rotation
  )? {
    guard let open = try current(materials) else { return nil }
    guard materials.indexRev >= memory.seen(materials.account).rev else { throw Older() }
    let rotation = try open.rotate(
      account: Base64URL.decode(materials.account) ?? [], statement: materials.newestStatement,
      records: materials.records,
      without: Set(materials.dropping + dropping).compactMap { Base64URL.decode($0) }, index: materials.index ?? "",
      indexRev: materials.indexRev)
    note(open.newest, materials, indexRev: materials.indexRev)
    (next, lacking) = (Next(keys: rotation.keys, statement: rotation.statement), [])
    remade = rotation.kept
    let wraps = rotation.wraps.map { (Base64URL.encode($0), $1) }
    let made = SealedBundle.Rotation(
      statement: rotation.statement, history: rotation.history, index: rotation.index, indexRev: rotation.indexRev,
      wraps: Dictionary(uniqueKeysWithValues: wraps))
    return (rotation.keys.newest, made)
  }
}

extension WayMaterials {
  /// The statement of the current generation, not verified here.
  fileprivate var newestStatement: String {
    g > 0 && statements.indices.contains(Int(g) - 1) ? statements[Int(g) - 1] : ""
  }
}
