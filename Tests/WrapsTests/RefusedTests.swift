import Encoding
import Testing
@testable import Wraps

@Suite struct RefusedTests {
  let world: World
  init() throws { world = try Vectors.world() }

  @Test("a tampered text is rejected with the reason", arguments: try Vectors.shared.get().refused) func refused(
    what: Refusal
  ) throws {
    let error = #expect(throws: WrapsError.self) { try attempt(what) }
    #expect(error?.reason == what.reason)
  }

  private func attempt(_ what: Refusal) throws {
    switch what.do {
    case "open": try open(what)
    case "verify": try verify(what)
    case "ways": _ = try GenerationStatement(reading: #require(what.generation)).ways(of: #require(what.records))
    case "entry":
      _ = try world.master(#require(what.g)).openEntry(hex(what.id), rev: #require(what.rev), #require(what.jwe))
    case "history": _ = try world.master(#require(what.g)).openHistory(#require(what.jwe))
    case "drill":
      try Drill(
        account: world.account, record: hex(what.record), generation: #require(what.g), how: #require(what.how),
        origin: #require(what.origin), challenge: hex(what.challenge)
      ).verify(#require(what.jws), authority: hex(what.authority))
    case "proof":
      try WayProof.verify(
        #require(what.jws), publicKey: hex(what.public), account: world.account, record: hex(what.record),
        origin: #require(what.origin),
        purpose: #require(what.purpose), challenge: hex(what.challenge))
    default: Issue.record("nobody knows how to \(what.do)")
    }
  }

  private func open(_ what: Refusal) throws {
    let vector = try world.vector(#require(what.kind))
    let way = WayID(account: try hex(what.account), record: try hex(vector.record), kind: vector.kind)
    _ = try MasterKey.open(
      WayKeys(way, secret: hex(vector.secret), rpID: world.vectors.rp), anchor: #require(what.anchor),
      anchorGeneration: #require(what.anchorGeneration), chain: #require(what.chain), wrap: #require(what.wrap),
      floor: #require(what.floor))
  }

  private func verify(_ what: Refusal) throws {
    let (jws, authority) = (try #require(what.jws), try hex(what.authority))
    if what.typ == "ls1-record" {
      _ = try WayRecord.verify(jws, authority: authority)
    } else {
      _ = try GenerationStatement.verify(jws, authority: authority)
    }
  }

  @Test("only the first statement is verified by the authority that it contains") func first() throws {
    #expect(throws: WrapsError(.order)) { try GenerationStatement.verifyFirst(world.statement(2)) }
    let statement = try world.statement(1)
    let other = try MasterKey.draw(account: world.account, generation: 1).firstStatement(index: "index")
    let mixed = statement.split(separator: ".").dropLast() + other.jws.split(separator: ".").suffix(1)
    #expect(throws: WrapsError(.signature)) { try GenerationStatement.verifyFirst(mixed.joined(separator: ".")) }
  }

  @Test("an index in any other form is rejected") func index() throws {
    let (master, id, hash) = (try world.master(1), "AAAAAAAAAAAAAAAAAAAAAQ", Compact.hash(""))
    let good = "{\"\(id)\":[1,1,\"\(hash)\"]}"
    let line = good.dropFirst().dropLast()
    func read(_ text: String) throws -> [IndexedEntry] {
      try master.openIndex(master.entry(SealedEntry.index, rev: 7, Array(text.utf8)), rev: 7)
    }
    #expect(try read(good).map(\.hash) == [hash])
    for bad in [
      "", "{", "[]", "{}]", good + "]", "{\(line),\(line)}", " " + good, "{\"\(id)\":[01,1,\"\(hash)\"]}",
      "{\"\(id)\":[1,0,\"\(hash)\"]}",
      "{\"\(id)\":[1,1]}", "{\"\(id)\":[1,1,\"\(hash)\",1]}", "{\"\(id.dropLast())R\":[1,1,\"\(hash)\"]}",
      "{\"\(id)\":[1,1,\"\(id)\"]}",
      "{\"\(id)\":[1,4294967296,\"\(hash)\"]}", "{\"\(id)\":[+1,1,\"\(hash)\"]}",
    ] {
      #expect(throws: WrapsError(.payload), "\(bad)") { try read(bad) }
    }
  }

  @Test("keys and ids of the wrong length are rejected") func lengths() throws {
    let (keys, master) = (try world.keys(.key), try world.master(1))
    let short = [UInt8](repeating: 1, count: 31)
    #expect(throws: WrapsError(.key)) { try MasterKey(short, account: world.account, generation: 1) }
    #expect(throws: WrapsError(.key)) { try MasterKey(master.bytes, account: short, generation: 1) }
    #expect(throws: WrapsError(.key)) { try MasterKey(master.bytes, account: world.account, generation: 0) }
    #expect(throws: WrapsError(.key)) { try WayKeys(keys.way, secret: short, rpID: world.vectors.rp) }
    #expect(throws: WrapsError(.key)) {
      try keys.prove(origin: "https://example.org", purpose: "recover", challenge: short + [1])
    }
    #expect(throws: WrapsError(.key)) {
      try master.wrap(record: keys.way.record, kind: .key, recipient: keys.recipientPublic, pad: short)
    }
    #expect(throws: WrapsError(.key)) {
      try master.wrap(record: keys.way.record, kind: .key, recipient: keys.recipientPublic, pad: keys.pad) { _, _ in
        short
      }
    }
    #expect(throws: WrapsError(.zeroAgreement)) {
      try master.wrap(record: keys.way.record, kind: .key, recipient: [UInt8](repeating: 0, count: 32), pad: keys.pad)
    }
  }

  @Test("an error gives its reason and location, and equality depends only on its code") func errors() throws {
    let error = #expect(throws: WrapsError.self) { try SealedHistory.check("", account: world.account, generation: 2) }
    #expect(error?.description.hasPrefix("shape (Wraps/Compact.swift:") == true)
    #expect(Set([error, WrapsError(.shape)]).count == 1)
    #expect(Set(WrapsErrorCode.allCases.map(\.rawValue)).isSuperset(of: world.vectors.refused.map(\.reason)))
  }
}
