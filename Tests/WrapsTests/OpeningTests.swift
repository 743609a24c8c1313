import Encoding
import Testing

@testable import Wraps

@Suite struct OpeningTests {
  let world: World
  init() throws { world = try Vectors.world() }

  @Test("every way opens the Master Key of each generation for which it has a wrap") func ways() throws {
    for wrap in world.vectors.wraps {
      let chain = wrap.g == 1 ? [] : [try world.statement(2)]
      let opened = try MasterKey.open(
        world.keys(wrap.kind), record: world.record(wrap.kind), chain: chain, wrap: wrap.jwe, floor: wrap.g)
      #expect(opened.bytes == (try world.master(wrap.g).bytes))
      #expect(opened.generation == wrap.g)
    }
  }

  @Test("a way with a rewritten record opens without the earlier statements") func anew() throws {
    let opened = try MasterKey.open(
      world.keys(.key), record: world.record(.key, 2), chain: [], wrap: world.wrap(.key, 2))
    #expect(opened.bytes == (try world.master(2).bytes))
  }

  @Test("the newest Master Key opens the previous one, and with it the old entries") func history() throws {
    let (old, statement) = try world.master(2).openHistory(world.vectors.history.jwe)
    #expect(try old.generation == 1 && statement == hex(world.vectors.history.statement))
    for entry in world.vectors.entries {
      let master = entry.g == 1 ? old : try world.master(2)
      #expect(try master.openEntry(hex(entry.id), rev: entry.rev, entry.jwe) == Array(entry.plain.utf8))
    }
  }

  @Test("a Master Key opens the pads of its generation's records") func pads() throws {
    for record in world.vectors.records {
      #expect(try world.master(record.g).openPad(WayRecord(reading: record.jws)) == world.keys(record.kind).pad)
    }
  }

  @Test("a generation's ways are those it keeps and those signed in it, which take precedence") func current() throws {
    let wanted = world.vectors.newest
    let statement = try GenerationStatement(reading: world.statement(wanted.generation))
    for records in [wanted.records, wanted.records.reversed()] {
      let found = try statement.ways(of: records)
      #expect(Dictionary(uniqueKeysWithValues: found.map { (Base64URL.encode($0), $1.jws) }) == wanted.newest)
    }
    let first = try GenerationStatement(reading: world.statement(1))
    #expect(try first.ways(of: world.vectors.records.filter { $0.g == 1 }.map(\.jws)).count == 4)
  }

  @Test("random values are never repeated") func drawn() throws {
    let (keys, master) = (try world.keys(.key), try world.master(1))
    let made = try (0..<2).map { _ in
      try master.wrap(record: keys.way.record, kind: .key, recipient: keys.recipientPublic, pad: keys.pad)
    }
    #expect(made[0] != made[1])
    #expect(
      try MasterKey.draw(account: world.account, generation: 1).bytes
        != MasterKey.draw(account: world.account, generation: 1).bytes)
  }

  @Test("no secret is printed") func printing() throws {
    let (keys, master) = (try world.keys(.phrase), try world.master(1))
    for value in [keys, master] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      #expect("\(value)" == "•")
      #expect(String(reflecting: value) == "•")
      #expect(dumped == "- •\n")
    }
  }
}
