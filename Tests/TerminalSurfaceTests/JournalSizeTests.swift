import Encoding
import Sentences
import Testing
import Wraps

@testable import AccountService
@testable import TerminalSurface

/// The size of a journal, as a terminal counts it for somebody who came back.
@Suite struct JournalSizeTests {
  private let account = [UInt8](repeating: 1, count: 16)

  /// A journal with one entry of each of these kinds, and a vault that opened it.
  private func opened(_ kinds: [String]) throws -> (Vault, Journals.Contents) {
    let master = try MasterKey.draw(account: account, generation: 1)
    var lines: [IndexedEntry] = [], entries: [String: String] = [:]
    for (number, kind) in kinds.enumerated() {
      let id = [UInt8](repeating: UInt8(number + 1), count: 16)
      let sealed = try master.entry(id, rev: 1, Array(#"{"kind":"\#(kind)","at":"2026-01-01T00:00:00.000Z"}"#.utf8))
      lines.append(IndexedEntry(id: id, rev: 1, generation: 1, hash: Compact.hash(sealed)))
      entries[Base64URL.encode(id)] = sealed
    }
    var vault = Vault(memory: DeviceMemory(path: nil))
    vault.open = MasterKeys(first: master)
    let index = Journals.Contents.Index(rev: 2, sealed: try master.index(lines, rev: 2))
    return (vault, Journals.Contents(g: 1, index: index, entries: entries))
  }

  @Test("a journal is counted by what opens in it, and an empty one says so")
  func counted() throws {
    for (kinds, said) in [
      ([], "Your journal is here. Nothing is written in it yet."), (["entry"], "Your journal is here: 1 entry."),
      (["entry", "entry", "person"], "Your journal is here: 2 entries and 1 person."),
      (["belongings", "entry"], "Your journal is here: 1 entry."),
    ] {
      let (vault, journal) = try opened(kinds)
      #expect(try vault.count(journal)?.sentence.said == said)
    }
  }

  @Test("a journal that lacks an entry, holds another, or is of another generation is not counted")
  func tampered() throws {
    let (vault, journal) = try opened(["entry", "person"]), (_, other) = try opened(["entry"])
    var short = journal, swapped = journal, later = journal
    short.entries.removeValue(forKey: Base64URL.encode([UInt8](repeating: 1, count: 16)))
    swapped.entries.merge(other.entries) { $1 }
    later.g = 2
    for journal in [short, swapped, later, other] {
      #expect(throws: (any Error).self) { try vault.count(journal) }
    }
  }

  @Test("a vault in which nothing is open counts nothing") func closed() throws {
    let (_, journal) = try opened(["entry"])
    #expect(try Vault(memory: DeviceMemory(path: nil)).count(journal) == nil)
  }
}
