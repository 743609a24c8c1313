import AccountService
import Crypto
import Encoding
import Foundation
import Keycard
import Model
import Store
import Testing
import Wraps

/// The journal of an account in a database, opened with just its card's words, or with what its key gave: as the page
/// does it, and without anything from this computer's hands.
struct SealedJournal {
  let store: SQLiteStore, account: AccountID
  let keys: MasterKeys
  private static let entry = [UInt8](repeating: 7, count: 16)

  /// The account does not belong to this card or key, or no longer does.
  struct OpensNothing: Error {}

  /// An entry as a page writes it.
  private struct Said: Codable { let kind, text, at: String }

  /// - Parameter phrase: The card's twelve words.
  init(_ database: String, phrase: String, username: String) async throws {
    let seed = try #require(PhraseSeed.seed(of: Secret(phrase.utf8)))
    try await self.init(database, secret: CardLogin.unlockSecret(seed: seed), .card, username: username)
  }

  /// - Parameters:
  ///   - secret: What the card or key gave for opening.
  ///   - kind: Which of them it was.
  init(_ database: String, secret: Secret, _ kind: WayKind, username: String) async throws {
    store = try SQLiteStore(path: database)
    let name = try #require(Username(username))
    let (account, ways, generations) = try await store.read { records in
      let account = try records.account(named: name)
      return (
        account?.id, try account.map { try records.ways(of: $0.id) } ?? [],
        try account.map { try records.generations(of: $0.id) } ?? []
      )
    }
    self.account = try #require(account)
    let secret = secret.withBytes { Array($0) }
    let sealed = try ways.filter { $0.kind == kind }.compactMap { way in
      try way.sealed.map { (try WayRecord(reading: $0.record), $0.wrap) }
    }
    let index = try await store.read { records in
      try account.flatMap { try records.journalEntry(JournalEntry.indexID, of: $0) }
    }
    let opened = sealed.compactMap { record, wrap -> MasterKeys? in
      let way = WayID(account: record.account, record: record.record, kind: kind)
      guard let keys = try? WayKeys(way, secret: secret, rpID: record.rpID) else { return nil }
      let shown = MasterKeys.Shown(
        statements: generations.map(\.statement), histories: generations.dropFirst().map(\.history), wrap: wrap,
        indexRev: index?.rev ?? 0)
      return try? MasterKeys.open(keys, record: record, shown: shown)
    }
    guard let keys = opened.first else { throw OpensNothing() }
    self.keys = keys
  }

  func write(_ text: String) async throws {
    let master = keys.newest, rev = try await kept(JournalEntry.indexID).rev + 1
    let said = Said(kind: "entry", text: text, at: "2026-11-26T12:00:00Z")
    let sealed = try master.entry(Self.entry, rev: 1, Array(try JSONEncoder().encode(said)))
    let line = IndexedEntry(
      id: Self.entry, rev: 1, generation: master.generation,
      hash: Base64URL.encode(Array(SHA256.hash(data: Array(sealed.utf8)))))
    let index = try master.index([line], rev: rev)
    let proof = try JournalChange(
      account: account.bytes, generation: master.generation, entry: Self.entry, rev: 1, sealed: sealed, index: index,
      indexRev: rev
    ).signed(with: master)
    let change: [String: Any] = [
      "g": master.generation, "id": Base64URL.encode(Self.entry), "rev": 1, "sealed": sealed, "index": index,
      "indexRev": rev, "proof": proof,
    ]
    let taken = try await Journals(store: store).take(
      JSONDecoder().decode(Journals.Change.self, from: JSONSerialization.data(withJSONObject: change)), for: account)
    guard case .taken = taken else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The entry, opened with the Master Key of the generation that the index names.
  func read() async throws -> String {
    let index = try await kept(JournalEntry.indexID), entry = try await kept(Base64URL.encode(Self.entry))
    let line = try #require(keys.newest.openIndex(index.sealed, rev: index.rev).first { $0.id == Self.entry })
    let master = try #require(keys[line.generation])
    let plain = try master.openEntry(Self.entry, rev: line.rev, entry.sealed)
    return try JSONDecoder().decode(Said.self, from: Data(plain)).text
  }

  private func kept(_ id: String) async throws -> JournalEntry {
    let account = account
    return try #require(try await store.read { try $0.journalEntry(id, of: account) })
  }
}
