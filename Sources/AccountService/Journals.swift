import Encoding
import Foundation
import Model
import Wraps

/// Stores the ciphertext of journals without decrypting it. Ensures that revisions increase one by one, and that
/// whoever changes a journal has the Master Key open.
public struct Journals: Sendable {
  let store: any Store
  /// Creates a service for the journals in a store.
  public init(store: any Store) { self.store = store }

  /// The maximum number of entries in an account, the maximum size of one entry in bytes, and the maximum total size in
  /// bytes. A page reads all entries at once.
  static let mostEntries = 2000, longest = 128 * 1024, mostBytes = 16 << 20
  /// The maximum size of the index in bytes. Every new Master Key carries the index along. An index of `mostEntries` is
  /// shorter.
  public static let longestIndex = 4 * longest

  /// The outcome of a change. A change is accepted only if it is based on the current generation and index.
  public enum Taking: Sendable { case taken, conflict, tooMuch }

  /// A whole journal, as the page reads it.
  public struct Contents: Encodable, Sendable {
    /// The entry that lists the others.
    public struct Index: Encodable, Sendable { public var rev: UInt32, sealed: String }
    public var g: UInt32
    public var index: Index
    /// The sealed entries by entry id.
    public var entries: [String: String]
  }

  /// An entry together with the index that lists it. Without `sealed`, the index no longer lists the entry.
  public struct Change: Decodable, Sendable {
    var g: UInt32
    var id: String
    var rev: UInt32
    var sealed: String?
    var index: String
    var indexRev: UInt32
    /// The Master Key's signature over the change: `Wraps/JournalChange`.
    var proof: String
  }

  /// Returns the journal of an account, or `nil` if the account has no Master Key yet.
  public func contents(for account: AccountID) async throws -> Contents? {
    try await store.read { records in
      guard let generation = try records.generations(of: account).last,
        let index = try records.journalEntry(JournalEntry.indexID, of: account)
      else {
        return nil
      }
      let entries = try records.journal(of: account).filter { $0.id != JournalEntry.indexID }
      return Contents(
        g: generation.number, index: .init(rev: index.rev, sealed: index.sealed),
        entries: Dictionary(entries.map { ($0.id, $0.sealed) }) { $1 })
    }
  }

  /// Stores a change, either completely or not at all.
  public func take(_ change: Change, for account: AccountID) async throws -> Taking {
    guard let id = Base64URL.decode(change.id), id.count == 16, id != SealedEntry.index else { return .conflict }
    let length = change.sealed?.utf8.count ?? 0
    guard length <= Self.longest, change.index.utf8.count <= Self.longestIndex else { return .tooMuch }
    return try await store.write { records in
      guard let generation = try records.generations(of: account).last, generation.number == change.g,
        let index = try records.journalEntry(JournalEntry.indexID, of: account), change.indexRev == index.rev.next
      else { return .conflict }
      let old = try records.journalEntry(change.id, of: account)
      do throws(WrapsError) {
        try JournalChange(
          account: account.bytes, generation: change.g, entry: id, rev: change.rev, sealed: change.sealed,
          index: change.index,
          indexRev: change.indexRev
        ).verify(change.proof, authority: generation.authority)
        try SealedEntry.check(
          change.index, account: account.bytes, entry: SealedEntry.index, rev: change.indexRev, generation: change.g)
        if let sealed = change.sealed {
          try SealedEntry.check(sealed, account: account.bytes, entry: id, rev: change.rev, generation: change.g)
        }
      } catch { return .conflict }
      if let sealed = change.sealed {
        guard change.rev == (old?.rev ?? 0).next else { return .conflict }
        let size = try records.journalSize(of: account)
        guard old != nil || size.entries <= Self.mostEntries, size.bytes + length <= Self.mostBytes else {
          return .tooMuch
        }
        try records.put(JournalEntry(account: account, id: change.id, rev: change.rev, sealed: sealed))
      } else {
        try records.deleteJournalEntry(change.id, of: account)
      }
      try records.put(
        JournalEntry(account: account, id: JournalEntry.indexID, rev: change.indexRev, sealed: change.index))
      return .taken
    }
  }
}
