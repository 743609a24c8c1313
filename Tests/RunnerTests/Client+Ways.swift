import Demo
import Encoding
import Vocabulary
import Foundation
import Model
import Store
import TestSite
import Testing
import Wraps

@testable import AccountService
@testable import Runner

/// A laptop's passkey and two security keys.
struct Keys {
  var laptop = DemoAuthenticator(hasPRF: true)
  var yellow = DemoAuthenticator(hasPRF: true, refusesExcluded: true)
  var black = DemoAuthenticator(hasPRF: true, refusesExcluded: true)
}

/// Complete walks through the Master Key flows, as a person with a page and some keys takes them.
extension Client {
  static let salt = [UInt8](repeating: 7, count: 32)
  static func asking(_ store: (any Store)? = nil) async throws -> Client {
    try await Client(store: store, site: { $0.prfSalt = salt })
  }

  /// Another browser using the same server.
  func another() async throws -> Client { try await Client.asking(store) }
  /// Another browser using the same server, signed in with this key.
  func another(with key: DemoAuthenticator) async throws -> Client {
    var other = try await another()
    other.key = key
    try await other.signIn()
    return other
  }

  var account: AccountID {
    get throws { try #require(session.account) }
  }
  mutating func touch(_ key: DemoAuthenticator) async throws {
    self.key = key
    try await touch()
  }
  mutating func register(_ name: String = "mirela", _ keys: Keys) async throws {
    key = keys.laptop
    try await register(name)
  }

  /// Goes to the first tap of step 1.
  mutating func beginEnrollment(_ admitting: DemoAuthenticator) async throws {
    try await start(.enrollment)
    try await press("opening.confirm")
    try await touch(admitting)
  }
  /// Goes through step 1 up to the confirming tap, which is requested next.
  mutating func name(_ key: DemoAuthenticator, _ label: String) async throws {
    try await touch(key)
    try await press("proceed", ["name": label])
  }
  mutating func enrollPrimary(_ key: DemoAuthenticator, _ label: String = "yellow") async throws {
    try await name(key, label)
    try await touch(key)
  }
  mutating func test(_ keys: DemoAuthenticator...) async throws {
    for key in keys { try await touch(key) }
  }
  /// Ticks the box and finishes, with or without reading three words off the paper.
  mutating func save(reading: Bool = false) async throws {
    try await press(choices.first { $0.split(separator: ".").last == "finish" } ?? "finish", ["saved": "on"])
    let next = reading ? "read" : "skip"
    try await press(
      choices.first { $0.split(separator: ".").last == next[...] } ?? next, reading ? ["three": "ready"] : [:])
  }
  /// The words on the screen, as the person writes them down.
  var words: [String] { get throws { try #require(hands.code?.words) } }

  /// Goes through the four steps and returns the words.
  @discardableResult
  mutating func enroll(_ keys: Keys) async throws -> [String] {
    try await beginEnrollment(keys.laptop)
    try await enrollPrimary(keys.yellow)
    try await name(keys.black, "black")
    try await test(keys.yellow, keys.black)
    let words = try words
    try await save()
    try await press("leave")
    return words
  }
  /// An account with two keys and a code.
  static func enrolled(_ keys: Keys, _ store: (any Store)? = nil) async throws -> (Client, words: [String]) {
    var client = try await Client.asking(store)
    try await client.register("mirela", keys)
    let words = try await client.enroll(keys)
    return (client, words)
  }

  /// Returns `true` if the journal is open in the page afterwards.
  @discardableResult
  mutating func openJournal(_ key: DemoAuthenticator) async throws -> Bool {
    try await start(.journal)
    try await press("opening.confirm")
    try await touch(key)
    return isJournalOpen
  }
  var isJournalOpen: Bool { answer?.screen.blocks.contains(.journal) == true }

  /// Revokes the key with this name, confirming with another key at hand.
  mutating func revoke(_ name: KeyID, with key: DemoAuthenticator, mayBeHeld: Bool = false) async throws {
    try await start(.revocation, about: name)
    try await press(mayBeHeld ? "mayBeHeld" : "lost")
    try await press("opening.confirm")
    try await touch(key)
  }
  /// Makes a new code with a key at hand and returns its words.
  mutating func renewCode(_ key: DemoAuthenticator) async throws -> [String] {
    try await start(.recoveryCode)
    try await press("opening.confirm")
    try await touch(key)
    let words = try words
    try await save()
    return words
  }
  mutating func type(_ words: [String]) async throws {
    hands.type(words)
    try await press("restore", ["words": "ready"])
  }
  /// Recovers with the words and a new key named "new", and returns the new words.
  ///
  /// - Parameter gone: The places of the old keys that are gone, in the order in which they are listed.
  mutating func recover(_ words: [String], _ key: DemoAuthenticator, gone: [Int] = []) async throws -> [String] {
    try await start(.recovery)
    try await type(words)
    try await press("restoring.enroll")
    try await touch(key)
    try await press("restoring.enrolling.proceed", ["name": "new"])
    try await touch(key)
    try await review(gone: gone)
    let words = try self.words
    try await save()
    return words
  }
  /// Says which of the old keys are gone, before the new words are made.
  mutating func review(gone: [Int] = []) async throws {
    for place in gone { try await press("restoring.mark.\(place)") }
    try await press("restoring.proceed")
  }
}

extension [Way] {
  /// The ways without the dates of their proofs, which every touch renews.
  var withoutProofs: [Way] {
    map { way in
      var way = way
      way.proofs = [:]
      return way
    }
  }
}

/// The contents of the store.
extension Client {
  struct Rows: Equatable {
    var ways: [Way], credentials: Set<KeyID>, generations: [Generation], journal: Set<JournalRow>, events: [AuditEvent]
    var care: AccountCare
    struct JournalRow: Hashable { var id: String, rev: UInt32, sealed: String }

    func way(_ label: String) -> Way? { ways.first { $0.label == label } }
    var code: Way? { ways.first { $0.kind == .phrase } }
    var labels: Set<String> { Set(ways.filter { $0.kind == .key }.map(\.label)) }
    var g: UInt32 { generations.last?.number ?? 0 }
    /// The rows without the dates of the ways' proofs.
    var withoutProofs: Rows {
      var rows = self
      rows.ways = ways.withoutProofs
      return rows
    }
  }
  func rows() async throws -> Rows { try await rows(of: account) }
  func rows(of account: AccountID) async throws -> Rows {
    try await store.read { records in
      Rows(
        ways: try records.ways(of: account), credentials: Set(try records.credentials(of: account).map(\.id)),
        generations: try records.generations(of: account),
        journal: Set(try records.journal(of: account).map { .init(id: $0.id, rev: $0.rev, sealed: $0.sealed) }),
        events: try records.entries(of: account).map(\.event), care: try records.account(account)?.care ?? AccountCare()
      )
    }
  }
  func way(_ label: String) async throws -> Way { try #require(try await rows().way(label)) }
  func change(_ label: String, _ change: @escaping @Sendable (inout SealedWay) -> Void) async throws {
    var way = try await way(label), sealed = try #require(way.sealed)
    change(&sealed)
    way.sealed = sealed
    let changed = way
    try await store.write { try $0.update(changed) }
  }
}

/// The journal, as its page reads and writes it.
extension Client {
  /// All entries that the index lists, decrypted and verified.
  func readJournal() async throws -> [String] { try await readIndex().entries.map(\.1).sorted() }

  private func readIndex() async throws -> (rev: UInt32, list: [IndexedEntry], entries: [(String, String)]) {
    let kept = try #require(try await Journals(store: store).contents(for: account)), masters = try #require(hands.open)
    let master = masters.newest
    guard master.generation == kept.g, kept.index.rev >= hands.seen[Base64URL.encode(master.account)]?.rev ?? 0 else {
      throw Hands.Refused()
    }
    let list = try master.openIndex(kept.index.sealed, rev: kept.index.rev)
    let entries = try list.map { entry in
      let id = Base64URL.encode(entry.id)
      guard let sealed = kept.entries[id], Compact.hash(sealed) == entry.hash, let own = masters[entry.generation]
      else { throw Hands.Refused() }
      return (id, String(decoding: try own.openEntry(entry.id, rev: entry.rev, sealed), as: UTF8.self))
    }
    return (kept.index.rev, list, entries)
  }

  /// `true` if the server accepted the change.
  @discardableResult
  func write(_ text: String) async throws -> Bool {
    let (rev, list, _) = try await readIndex()
    let master = try #require(hands.open).newest, id = ServerEnvironment.live.randomBytes(16)
    let sealed = try master.entry(id, rev: 1, Array(text.utf8))
    let line = IndexedEntry(id: id, rev: 1, generation: master.generation, hash: Compact.hash(sealed))
    return try await take(
      JournalChange(
        account: account.bytes, generation: master.generation, entry: id, rev: 1, sealed: sealed,
        index: try master.index(list + [line], rev: rev + 1), indexRev: rev + 1), signedWith: master)
  }

  /// `true` if the server accepted the change.
  func take(_ change: JournalChange, signedWith master: MasterKey) async throws -> Bool {
    try await take(change, proof: change.signed(with: master))
  }
  func take(_ change: JournalChange, proof: String) async throws -> Bool {
    let body: [String: Any] = [
      "g": change.generation, "id": Base64URL.encode(change.entry), "rev": change.rev,
      "sealed": change.sealed ?? NSNull(),
      "indexRev": change.indexRev, "index": change.index, "proof": proof,
    ]
    let decoded = try JSONDecoder().decode(Journals.Change.self, from: JSONSerialization.data(withJSONObject: body))
    return try await Journals(store: store).take(decoded, for: account) == .taken
  }
}
