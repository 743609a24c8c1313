import Encoding
import Model
import Store
import Testing
import Wraps

@testable import WrapsTests

extension SealedJournal {
  /// A copy of the journal with what is in the database now, written as a page writes it.
  func copy() async throws -> [UInt8] {
    let account = account
    return try await store.read { records in
      let ways = try records.ways(of: account).filter { $0.kind != .key && $0.isSealed }
      let generations = try records.generations(of: account), written = try records.journal(of: account)
      let code = ways.first { $0.kind == .phrase }
      let record = try WayRecord(reading: try #require(ways.first?.sealed?.record))
      let index = try #require(written.first { $0.id == JournalEntry.indexID })
      let entries = written.filter { $0.id != JournalEntry.indexID }.map { ($0.id, $0.sealed) }
      return try WrittenCopy(
        account: account.bytes, username: try #require(try records.account(account)).username.text, rpID: record.rpID,
        kit: code.map { UInt32($0.kit?.number ?? 1) } ?? 0, statements: generations.map(\.statement),
        histories: generations.dropFirst().map(\.history),
        ways: ways.compactMap(\.sealed).map { ($0.record, $0.wrap) }, index: index.sealed, indexRev: index.rev,
        entries: Dictionary(uniqueKeysWithValues: entries), newest: keys.newest
      ).bytes()
    }
  }
}
