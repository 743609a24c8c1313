import AccountService
import Encoding
import Foundation
import Model
import Testing
import Wraps

@testable import Runner

/// Rows in which a number is the last one there is. Whoever put it there must not end the process for everybody by it.
@Suite struct LastNumberTests {
  let keys = Keys()

  private func index(_ desk: Desk) async throws -> JournalEntry {
    let account = try desk.account
    return try #require(try await desk.store.read { try $0.journalEntry(JournalEntry.indexID, of: account) })
  }

  @Test("a journal whose index or entry is at the last revision takes no change", arguments: [true, false])
  func journal(_ isIndex: Bool) async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    try await desk.openJournal(keys.yellow)
    let account = try desk.account, master = try #require(desk.hands.open).newest, kept = try await index(desk)
    let id = ServerEnvironment.live.randomBytes(16), sealed = try master.entry(id, rev: 1, [])
    let last = isIndex ? kept.id : Base64URL.encode(id)
    try await desk.store.write { try $0.put(JournalEntry(account: account, id: last, rev: .max, sealed: kept.sealed)) }
    let before = try await desk.rows()
    for rev in [isIndex ? 0 : kept.rev + 1, .max] {
      let change = JournalChange(
        account: account.bytes, generation: master.generation, entry: id, rev: 1, sealed: sealed,
        index: try master.index([], rev: rev), indexRev: rev)
      #expect(try await !desk.take(change, signedWith: master))
    }
    #expect(try await desk.rows() == before)
  }

  @Test("an account at its last revision or generation gets no new Master Key", arguments: [true, false])
  func rotation(_ isIndex: Bool) async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    let account = try desk.account, kept = try await index(desk)
    desk.pausesAt = "way.drop"
    try await desk.start(.revocation, about: try await desk.way("black").id)
    try await desk.press("lost"); try await desk.press("opening.confirm"); try await desk.touch(keys.yellow)
    let work = try #require(desk.answer?.start.last)
    var hands = desk.hands
    hands.spoil = { if !isIndex { $0.g = .max } }
    let news = try hands.perform(work)
    try await desk.store.write { records in
      if isIndex {
        try records.put(JournalEntry(account: account, id: kept.id, rev: .max, sealed: kept.sealed))
      } else {
        var last = try #require(try records.generations(of: account).last)
        last.number = .max
        try records.insert(last)
      }
    }
    let before = try await desk.rows()
    try await desk.report(.way(news), for: work.ticket)
    #expect(try await desk.rows() == before)
  }

  @Test("hands that are told of the last revision make nothing") func hands() async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    try await desk.openJournal(keys.yellow)
    let masters = try #require(desk.hands.open), account = try desk.account, rows = try await desk.rows()
    let statement = try #require(rows.generations.last).statement, records = rows.ways.compactMap(\.sealed?.record)
    let last = try masters.newest.index([], rev: .max)
    let error = #expect(throws: WrapsError.self) {
      try masters.rotate(account: account.bytes, statement: statement, records: records, index: last, indexRev: .max)
    }
    #expect(error?.reason == WrapsErrorCode.order.rawValue)
  }
}
