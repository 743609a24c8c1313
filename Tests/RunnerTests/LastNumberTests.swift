import AccountService
import Encoding
import Foundation
import Model
import Testing
import Wraps

@testable import Runner

/// Rows with the highest possible number. Whoever stored it must not be able to crash the process for everyone.
@Suite struct LastNumberTests {
  let keys = Keys()

  private func index(_ client: Client) async throws -> JournalEntry {
    let account = try client.account
    return try #require(try await client.store.read { try $0.journalEntry(JournalEntry.indexID, of: account) })
  }

  @Test("a journal with an index or entry at the last revision accepts no change", arguments: [true, false])
  func journal(_ isIndex: Bool) async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    let account = try client.account, master = try #require(client.hands.open).newest, kept = try await index(client)
    let id = ServerEnvironment.live.randomBytes(16), sealed = try master.entry(id, rev: 1, [])
    let last = isIndex ? kept.id : Base64URL.encode(id)
    try await client.store.write {
      try $0.put(JournalEntry(account: account, id: last, rev: .max, sealed: kept.sealed))
    }
    let before = try await client.rows()
    for rev in [isIndex ? 0 : kept.rev + 1, .max] {
      let change = JournalChange(
        account: account.bytes, generation: master.generation, entry: id, rev: 1, sealed: sealed,
        index: try master.index([], rev: rev), indexRev: rev)
      #expect(try await !client.take(change, signedWith: master))
    }
    #expect(try await client.rows() == before)
  }

  @Test("an account at its last revision or generation gets no new Master Key", arguments: [true, false])
  func rotation(_ isIndex: Bool) async throws {
    var (client, _) = try await Client.enrolled(keys)
    let account = try client.account, kept = try await index(client)
    client.pausesAt = "way.drop"
    try await client.start(.revocation, about: try await client.way("black").id)
    try await client.press("lost"); try await client.press("opening.confirm"); try await client.touch(keys.yellow)
    let work = try #require(client.answer?.start.last)
    var hands = client.hands
    hands.spoil = { if !isIndex { $0.g = .max } }
    let news = try hands.perform(work)
    try await client.store.write { records in
      if isIndex {
        try records.put(JournalEntry(account: account, id: kept.id, rev: .max, sealed: kept.sealed))
      } else {
        var last = try #require(try records.generations(of: account).last)
        last.number = .max
        try records.insert(last)
      }
    }
    let before = try await client.rows()
    try await client.report(.way(news), for: work.ticket)
    #expect(try await client.rows() == before)
  }

  @Test("hands given the last revision refuse to rotate") func hands() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    let masters = try #require(client.hands.open), account = try client.account, rows = try await client.rows()
    let statement = try #require(rows.generations.last).statement, records = rows.ways.compactMap(\.sealed?.record)
    let last = try masters.newest.index([], rev: .max)
    let error = #expect(throws: WrapsError.self) {
      try masters.rotate(account: account.bytes, statement: statement, records: records, index: last, indexRev: .max)
    }
    #expect(error?.reason == WrapsErrorCode.order.rawValue)
  }
}
