import Encoding
import Testing
import Wraps

/// The materials that the server, or a thief with an old Master Key, could present: the rows of `judged` in
/// Tests/Vectors/wraps.json.
@Suite struct JudgingTests {
  let world: World
  init() throws { world = try Vectors.world() }

  @Test(
    "an attack is refused with its reason, and what a device without memory cannot notice opens",
    arguments: try Vectors.shared.get().judged.rows)
  func judged(_ row: Vectors.Judged.Row) throws {
    guard !row.reason.isEmpty else {
      _ = try attempt(row)
      return
    }
    let error = #expect(throws: WrapsError.self) { try attempt(row) }
    #expect(error?.reason == row.reason)
  }

  private func attempt(_ row: Vectors.Judged.Row) throws {
    let texts = world.vectors.judged.texts
    let shown = MasterKeys.Shown(
      statements: row.statements.map { texts[$0] }, histories: row.histories.map { texts[$0] }, wrap: texts[row.wrap],
      indexRev: row.indexRev)
    let seen = try row.seen.map {
      MasterKeys.Seen(generation: $0.g, authority: try hex($0.authority), indexRev: $0.rev)
    }
    let opened = try MasterKeys.open(
      world.keys(row.kind), record: WayRecord(reading: texts[row.record]), shown: shown, seen: seen)
    if row.do == "open" { return }
    let then = try #require(row.then)
    if let record = then.record {
      _ = try opened.judge(record: texts[record])
    } else {
      _ = try opened.rotate(
        account: then.account.map { try hex($0) } ?? world.account, statement: texts[#require(then.statement)],
        records: (then.records ?? []).map { texts[$0] }, index: world.entry("index-4").jwe, indexRev: 4)
    }
  }

  private func opened(_ kind: WayKind, record: UInt32 = 1) throws -> MasterKeys {
    let shown = MasterKeys.Shown(
      statements: [try world.statement(1), try world.statement(2)], histories: [world.vectors.history.jwe],
      wrap: try world.wrap(kind, 2),
      indexRev: 4)
    return try MasterKeys.open(world.keys(kind), record: world.record(kind, record), shown: shown)
  }

  @Test("each remaining way opens every generation, and later its wrap from a rotation") func rotation() throws {
    let records = Array(world.vectors.newest.newest.values)
    var keys = try opened(.key, record: 2)
    #expect(try keys[1]?.bytes == world.master(1).bytes && keys.newest.bytes == world.master(2).bytes && keys[3] == nil)
    var (statements, histories) = ([try world.statement(1), try world.statement(2)], [world.vectors.history.jwe])
    var (index, wraps): (String, [[UInt8]: String]) = (try world.entry("index-4").jwe, [:])
    for rev in UInt32(4)...5 {
      let made = try keys.rotate(
        account: world.account, statement: statements[Int(rev) - 3], records: records, index: index, indexRev: rev)
      statements.append(made.statement)
      histories.append(made.history)
      (index, wraps, keys) = (made.index, made.wraps, made.keys)
      #expect(made.kept == [.key: 1, .phrase: 1, .escrow: 1] && made.indexRev == rev + 1)
    }
    for kind in [WayKind.key, .phrase, .escrow] {
      let way = try world.keys(kind)
      let shown = MasterKeys.Shown(
        statements: statements, histories: histories, wrap: try #require(wraps[way.way.record]), indexRev: 6)
      let again = try MasterKeys.open(way, record: world.record(kind), shown: shown)
      #expect(again.newest.bytes == keys.newest.bytes && again.newest.generation == 4)
      #expect(
        try Set(again.newest.openIndex(index, rev: 6))
          == Set(world.master(2).openIndex(world.entry("index-4").jwe, rev: 4)))
    }
  }

  @Test("a dropped way gets no wrap, and its record may be missing") func dropping() throws {
    let escrow = try world.keys(.escrow).way.record
    for records in [
      world.vectors.newest.records,
      world.vectors.newest.records.filter { try! WayRecord(reading: $0).record != escrow },
    ] {
      let made = try opened(.phrase).rotate(
        account: world.account, statement: world.statement(2), records: records, without: [escrow],
        index: world.entry("index-4").jwe, indexRev: 4)
      #expect(made.wraps[escrow] == nil && made.kept == [.key: 1, .phrase: 1])
    }
  }
}
