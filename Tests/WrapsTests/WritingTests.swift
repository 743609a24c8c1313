import Crypto
import Encoding
import Testing

@testable import Wraps

@Suite struct WritingTests {
  let world: World
  init() throws { world = try Vectors.world() }

  @Test("a key's purpose is encoded part by part, each with its length") func info() throws {
    let parts = world.vectors.info.parts
    let written = Derivation.info([
      .text(parts[0]), .text(parts[1]), .text(parts[2]), .bytes(try hex(parts[3])), .bytes(try hex(parts[4])),
    ])
    #expect(written == (try hex(world.vectors.info.hex)))
  }

  @Test("every key of every kind of way is derived from its secret", arguments: WayKind.allCases) func keys(
    kind: WayKind
  ) throws {
    let (keys, wanted) = (try world.keys(kind), try world.vector(kind))
    #expect(Hex.encode(keys.recipient) == wanted.keys["recipient"])
    #expect(Hex.encode(keys.seal) == wanted.keys["seal"])
    #expect(Hex.encode(keys.pad) == wanted.keys["pad"])
    #expect(keys.proof.map(Hex.encode) == wanted.keys["proof"])
    #expect(Hex.encode(keys.lookup ?? []) == wanted.lookup)
    let check = try? PhraseCheck(of: keys.way, entropy: try hex(wanted.secret), rpID: world.vectors.rp)
    #expect(check?.text ?? "" == wanted.check, "only the words of a paper have a check")
    #expect(Hex.encode(try keys.recipientPublic) == wanted.recipientPublic)
    #expect(Hex.encode(try keys.proofPublic ?? []) == wanted.proofPublic)
  }

  @Test("a check is read as people type it, and in one form only from a program") func checks() throws {
    let check = try #require(PhraseCheck("7KQ0M2X1"))
    #expect(check.grouped == "7KQ0-M2X1")
    for typed in ["7kq0-m2x1", " 7KQO M2XI ", "7kqo-m2xl"] { #expect(PhraseCheck(typed: typed) == check, "\(typed)") }
    for wrong in ["", "7KQ0-M2X", "7KQ0-M2X12", "7KQ0-M2X!", "ozone drill"] {
      #expect(PhraseCheck(typed: wrong) == nil, "\(wrong)")
    }
    for form in ["7KQ0-M2X1", "7kq0m2x1", "7KQOM2X1"] { #expect(PhraseCheck(form) == nil, "\(form)") }
  }

  @Test("a Master Key has its generation's signing key") func masters() throws {
    for wanted in world.vectors.masters {
      let master = try world.master(wanted.g)
      #expect(Hex.encode(master.seed) == wanted.seed)
      #expect(Hex.encode(master.authority) == wanted.authority)
    }
  }

  @Test("wraps are created from a way's public parts and its pad, byte for byte") func wraps() throws {
    for wanted in world.vectors.wraps {
      let keys = try world.keys(wanted.kind)
      let made = try world.master(wanted.g).wrap(
        record: keys.way.record, kind: wanted.kind, recipient: keys.recipientPublic, pad: keys.pad,
        random: answering(wanted.random))
      #expect(made == wanted.jwe)
      try SealedWrap.check(
        made, account: world.account, record: keys.way.record, kind: wanted.kind, generation: wanted.g)
    }
  }

  @Test("records are written byte for byte, and verify") func records() throws {
    for wanted in world.vectors.records {
      let (keys, find) = (try world.keys(wanted.kind), try hex(world.vector(wanted.kind).find))
      let wrap = try world.wrap(wanted.kind, wanted.g)
      let made = try world.master(wanted.g).record(
        keys, salt: wanted.kind == .key ? find : nil, wrap: wrap, random: answering(wanted.random))
      expectSigned(made.jws, wanted.jws)
      let read = try WayRecord.verify(wanted.jws, authority: world.master(wanted.g).authority)
      #expect(read.way == keys.way)
      #expect(read.generation == wanted.g)
      #expect(read.rpID == world.vectors.rp)
      #expect(read.recipient == (try keys.recipientPublic))
      #expect(read.proof == (try keys.proofPublic))
      #expect(read.find ?? [] == find)
      #expect(read.wrapHash == Compact.hash(wrap))
    }
  }

  @Test("statements are written byte for byte, whatever the order of the ways, and verify") func statements() throws {
    for wanted in world.vectors.generations {
      let (master, signer) = (try world.master(wanted.g), try world.master(wanted.signer))
      let keep = try wanted.keep.map {
        KeptWay(record: try #require(Base64URL.decode($0[0])), recordHash: $0[1], wrapHash: $0[2])
      }
      let made =
        wanted.g == 1
        ? try master.firstStatement(index: wanted.index)
        : try master.succession(
          after: signer, index: wanted.index, keep: keep.reversed(), random: answering(world.vectors.history.random)
        ).statement
      expectSigned(made.jws, wanted.jws)
      let read =
        wanted.g == 1
        ? try .verifyFirst(wanted.jws) : try GenerationStatement.verify(wanted.jws, authority: signer.authority)
      #expect(read.account == world.account)
      #expect(read.generation == wanted.g)
      #expect(read.authority == master.authority)
      #expect(read.historyHash == (wanted.history.isEmpty ? nil : Compact.hash(wanted.history)))
      #expect(read.indexHash == Compact.hash(wanted.index))
      #expect(read.keep == keep)
    }
  }

  @Test("the history is written byte for byte") func history() throws {
    let wanted = world.vectors.history
    let statement = try GenerationStatement(reading: world.statement(2))
    let second = try #require(world.vectors.generations.first { $0.g == 2 })
    let made = try world.master(2).succession(
      after: world.master(1), index: second.index, keep: statement.keep, random: answering(wanted.random))
    #expect(made.history == wanted.jwe)
    #expect(Hex.encode(statement.name) == wanted.statement)
    try SealedHistory.check(made.history, account: world.account, generation: 2)
  }

  @Test("entries and indexes are written byte for byte") func entries() throws {
    for wanted in world.vectors.entries {
      let id = try hex(wanted.id)
      let made = try world.master(wanted.g).entry(
        id, rev: wanted.rev, Array(wanted.plain.utf8), random: answering(wanted.random))
      #expect(made == wanted.jwe)
      try SealedEntry.check(made, account: world.account, entry: id, rev: wanted.rev, generation: wanted.g)
    }
  }

  @Test("an index is written sorted by id, and read again") func index() throws {
    let (first, second, wanted) = (try world.entry("entry-1"), try world.entry("entry-2"), try world.entry("index-4"))
    let lines = try [first, second].map {
      IndexedEntry(id: try hex($0.id), rev: $0.rev, generation: $0.g, hash: Compact.hash($0.jwe))
    }
    for order in [lines, lines.reversed()] {
      #expect(try world.master(2).index(order, rev: 4, random: answering(wanted.random)) == wanted.jwe)
    }
    #expect(Set(try world.master(2).openIndex(wanted.jwe, rev: 4)) == Set(lines))
    let empty = try world.entry("index-1")
    #expect(try world.master(1).openIndex(empty.jwe, rev: 1).isEmpty)
  }

  @Test("a proof is written byte for byte, and verifies") func proof() throws {
    let wanted = world.vectors.proof, keys = try world.keys(wanted.kind), challenge = try hex(wanted.challenge)
    expectSigned(try keys.prove(origin: wanted.origin, purpose: wanted.purpose, challenge: challenge), wanted.jws)
    try WayProof.verify(
      wanted.jws, publicKey: #require(try keys.proofPublic), account: world.account, record: keys.way.record,
      origin: wanted.origin,
      purpose: wanted.purpose, challenge: challenge)
  }

  @Test("a drill is written byte for byte, and verifies") func drill() throws {
    let wanted = world.vectors.drill, master = try world.master(wanted.g)
    let drill = Drill(
      account: world.account, record: try world.keys(wanted.kind).way.record, generation: wanted.g, how: wanted.how,
      origin: wanted.origin, challenge: try hex(wanted.challenge))
    expectSigned(try drill.signed(with: master), wanted.jws)
    try drill.verify(wanted.jws, authority: master.authority)
    #expect(throws: WrapsError(.key)) { try drill.signed(with: world.master(1)) }
  }
}
