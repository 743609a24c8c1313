import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Testing
import Wraps

@testable import Runner

/// A server that returns something other than what the hands made: the hands refuse it, and write nothing.
@Suite struct TamperedTests {
  let keys = Keys()

  /// An account in its second generation, with one journal entry.
  func client() async throws -> Client {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("first")
    _ = try await client.renewCode(keys.black)
    return client
  }
  /// The hands, and the materials that they receive for opening with yellow.
  func opening(_ client: inout Client) async throws -> (Hands, HandsWork) {
    client.pausesAt = "way.open"
    try await client.openJournal(keys.yellow)
    return (client.hands, try #require(client.answer?.start.last))
  }
  /// Copies of the text, each with a different character changed.
  func flipped(_ text: String, every step: Int = 1) -> [String] {
    stride(from: 0, to: text.utf8.count, by: step).map { place in
      var bytes = Array(text.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      return String(decoding: bytes, as: UTF8.self)
    }
  }
  func expectRefused(
    _ hands: Hands, _ work: HandsWork, _ change: (inout WayMaterials) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    var hands = hands, work = work
    if var materials = work.materials {
      change(&materials)
      work.materials = materials
    }
    let news = try hands.perform(work)
    #expect(news == .refused && hands.open == nil, sourceLocation: location)
  }

  @Test("WRAPS §5: changing any character of a wrap, the chain or the history prevents opening")
  func flips() async throws {
    var client = try await client()
    let (hands, work) = try await opening(&client), materials = try work.given(), way = try #require(materials.way)
    for wrap in flipped(way.wrap) { try expectRefused(hands, work) { $0.way?.wrap = wrap } }
    for text in flipped(materials.statements[1], every: 7) {
      try expectRefused(hands, work) { $0.statements[1] = text }
    }
    for text in flipped(materials.histories[0], every: 3) { try expectRefused(hands, work) { $0.histories[0] = text } }
    try expectRefused(hands, work) { $0.statements.removeLast() }
    try expectRefused(hands, work) { $0.histories = [] }
    try expectRefused(hands, work) { $0.statements.swapAt(0, 1) }
    var good = hands
    #expect(try good.perform(work).made != nil, "its record is made anew")
  }

  /// The device refuses an older index, an older generation, and a different Master Key of the same generation.
  @Test("a device rejects an index, generation or Master Key older than any it has seen") func older() async throws {
    var client = try await client()
    try await client.openJournal(keys.laptop)
    let (hands, work) = try await opening(&client), account = try work.given().account
    var reader = hands
    reader.seen[account]?.rev = try work.given().indexRev  // as its journal was read
    try expectRefused(reader, work) { $0.indexRev -= 1 }
    var newer = hands
    newer.seen[account]?.g = 3
    try expectRefused(newer, work) { _ in }
    var another = hands
    another.seen[account] = Hands.Seen(g: 2, rev: 1, authority: [UInt8](repeating: 1, count: 32))
    try expectRefused(another, work) { _ in }
  }

  /// Each part must be exactly what was made.
  @Test("WRAPS §5: a rotation with a changed or missing record, index or statement is rejected")
  func rotation() async throws {
    var client = try await client()
    try await client.openJournal(keys.yellow)
    client.pausesAt = "way.drop"
    let black = try await client.way("black")
    try await client.start(.revocation, about: black.id)
    try await client.press("lost"); try await client.press("opening.confirm"); try await client.touch(keys.yellow)
    let hands = client.hands, work = try #require(client.answer?.start.last), materials = try work.given(),
      before = try await client.rows()
    func expectRefused(_ change: (inout WayMaterials) -> Void, _ location: SourceLocation = #_sourceLocation) throws {
      var hands = hands, work = work, materials = materials
      change(&materials)
      work.materials = materials
      let news = try hands.perform(work)
      #expect(news == .refused, sourceLocation: location)
    }
    for place in materials.records.indices {
      for record in flipped(materials.records[place], every: 101) { try expectRefused { $0.records[place] = record } }
    }
    let kept = try GenerationStatement(reading: materials.text(2)).keep.map { Base64URL.encode($0.record) }
    for place in materials.records.indices {
      let id = Base64URL.encode(try WayRecord(reading: materials.records[place]).record)
      if kept.contains(id), id != black.sealed?.recordID { try expectRefused { $0.records.remove(at: place) } }
    }
    for index in flipped(try #require(materials.index), every: 11) { try expectRefused { $0.index = index } }
    for text in flipped(materials.statements[1], every: 31) { try expectRefused { $0.statements[1] = text } }
    try expectRefused { $0.indexRev += 1 }
    #expect(try await client.rows() == before)
    try await client.resume()
    #expect(try await client.rows().g == 3)
  }

  enum Swap: CaseIterable { case olderWrap, othersWrap, othersRecord, strangersWay, strangersRecord }

  /// It may belong to a different key, a different account or an older generation.
  @Test("a foreign or outdated wrap or record is rejected, and nothing is written", arguments: Swap.allCases)
  func swaps(_ swap: Swap) async throws {
    var (client, _) = try await Client.enrolled(keys)
    let older = try #require(try await client.way("yellow").sealed)
    _ = try await client.renewCode(keys.black)
    let black = try #require(try await client.way("black").sealed)
    var robin = try await client.another()
    let others = Keys()
    try await robin.register("robin", others)
    try await robin.enroll(others)
    let strange = try #require(try await robin.way("yellow").sealed)
    try await client.change("yellow") { sealed in
      switch swap {
      case .olderWrap: sealed.wrap = older.wrap
      case .othersWrap: sealed.wrap = black.wrap
      case .othersRecord: sealed.record = black.record
      case .strangersWay: (sealed.wrap, sealed.record) = (strange.wrap, strange.record)
      case .strangersRecord: sealed.record = strange.record
      }
    }
    let before = try await client.rows()
    #expect(try await client.openJournal(keys.yellow) == false)
    #expect(client.reports.last == .refused)
    let after = try await client.rows()
    #expect(after.withoutProofs == before.withoutProofs)
    #expect(after.way("yellow")?.openedAt == before.way("yellow")?.openedAt, "it signed, and opened nothing")
    #expect(try await client.openJournal(keys.black))
  }

  @Test("another account's key does not open this one, whatever the server says") func otherAccount() async throws {
    var client = try await client()
    let (hands, work) = try await opening(&client)
    var robin = try await client.another()
    let others = Keys()
    try await robin.register("robin", others)
    try await robin.enroll(others)
    robin.pausesAt = "way.open"
    try await robin.openJournal(others.yellow)
    var crossed = try #require(robin.answer?.start.last)
    crossed.task = .way(.open(KeyID(rawValue: try work.key()), try crossed.given()))
    try expectRefused(hands, crossed) { _ in }
  }

  @Test("a changed, moved, rolled-back or omitted journal entry is not shown") func journal() async throws {
    var client = try await client()
    try await client.openJournal(keys.yellow)
    try await client.write("second")
    let account = try client.account, rows = try await client.rows(),
      entries = rows.journal.filter { $0.id != JournalEntry.indexID }.sorted { $0.id < $1.id }
    let store = client.store
    func put(_ row: Client.Rows.JournalRow, _ sealed: String) async throws {
      try await store.write { try $0.put(JournalEntry(account: account, id: row.id, rev: row.rev, sealed: sealed)) }
    }
    for (row, sealed) in [(entries[0], entries[1].sealed), (entries[0], flipped(entries[0].sealed)[60])] {
      try await put(row, sealed)
      await #expect(throws: (any Error).self) { try await client.readJournal() }
      try await put(row, row.sealed)
    }
    try await store.write { try $0.deleteJournalEntry(entries[0].id, of: account) }
    await #expect(throws: Hands.Refused.self) { try await client.readJournal() }
    try await put(entries[0], entries[0].sealed)
    #expect(try await client.readJournal() == ["first", "second"])
  }
}
