import Foundation
import Model
import Sentences
import Store
import WaysBack
import Wraps

@testable import AccountService

/// An account in a real store, to which a test adds rows as the server's own code does.
struct StoredAccount {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let day = UnixDay.number(of: now)
  let store: SQLiteStore
  let account: Account

  init(password: String? = nil) async throws {
    store = try SQLiteStore()
    guard let name = Username("mirela") else { throw CancellationError() }
    let made = Account(
      id: AccountID(Array(0..<16)), username: name, createdAt: Self.now, passwordHash: password)
    account = made
    try await store.write { try $0.insert(made) }
  }

  /// - Parameters:
  ///   - opens: `true` if the key has a wrap.
  ///   - age: The number of days since the proofs were given.
  func addKey(
    _ label: String, _ role: KeyRole? = .primary, opens: Bool = true, proofs: Set<ProofKind> = [], age: Double = 0,
    transports: [String] = ["usb", "nfc"], isSynced: Bool = false, needsRewrap: Bool = false, run: String? = nil
  ) async throws {
    let id = KeyID(rawValue: "key \(label)"), account = account.id
    let credential = Credential(
      id: id, account: account, publicKey: [1], signCount: 0, wasUserVerified: true, isBackupEligible: isSynced,
      isBackedUp: isSynced, transports: transports, aaguid: Array(repeating: 0, count: 16), attestationFormat: "none",
      createdAt: Self.now)
    let way = Way(
      id: id, account: account, kind: .key, label: label, role: role, transports: transports,
      sealed: opens ? sealed(label) : nil, createdAt: Self.now, needsRewrapSince: needsRewrap ? Self.now : nil, run: run
    )
    try await store.write { try $0.insert(credential) }
    try await add(way, proofs, age)
  }
  func addCard(_ label: String, proofs: Set<ProofKind> = [], isRehearsal: Bool = false) async throws {
    let transports = [isRehearsal ? Way.rehearsal : Way.smartCard]
    try await add(.card, label, transports: transports, proofs)
  }
  func addCode(proofs: Set<ProofKind> = []) async throws { try await add(.phrase, "", transports: [], proofs) }
  func addEscrow(proofs: Set<ProofKind> = [], age: Double = 0, isPractice: Bool = false) async throws {
    try await add(.escrow, "", transports: isPractice ? [Way.rehearsal] : [], proofs, age)
  }
  /// - Parameters:
  ///   - keys: The labels of the keys in it, and whether each had a wrap.
  ///   - age: The number of days since it was made and read back.
  func addCopy(_ head: String, at place: String, of keys: [String: Bool], age: Double = 0) async throws {
    let ways = Dictionary(uniqueKeysWithValues: keys.map { (KeyID(rawValue: "key \($0.key)"), $0.value) })
    let date = Self.now - age * 86_400
    let copy = AccountsCopy(head: head, madeAt: date, readAt: date, place: place, ways: ways)
    try await store.write { try $0.put(copy) }
  }
  func revoke(_ label: String) async throws {
    try await store.write { records in
      guard var way = try records.way(KeyID(rawValue: "key \(label)")) else { throw CancellationError() }
      way.revokedAt = Self.now
      try records.update(way)
    }
  }
  func log(_ event: AuditEvent, at time: Date = StoredAccount.now) async throws {
    let account = account.id
    try await store.write { try $0.append(AuditEntry(event, account: account, at: time)) }
  }

  private func add(
    _ kind: WayKind, _ label: String, transports: [String], _ proofs: Set<ProofKind>, _ age: Double = 0
  ) async throws {
    let name = "\(kind.rawValue) \(label)"
    let way = Way(
      id: KeyID(rawValue: name), account: account.id, kind: kind, label: label, transports: transports,
      sealed: sealed(name), createdAt: Self.now)
    try await add(way, proofs, age)
  }
  private func add(_ way: Way, _ proofs: Set<ProofKind>, _ age: Double) async throws {
    try await store.write { records in
      try records.insert(way)
      for proof in proofs { try records.note(proof, of: way.id, at: Self.now - age * 86_400) }
    }
  }
  private func sealed(_ name: String) -> SealedWay {
    SealedWay(recordID: "record \(name)", record: "r", wrap: "w", find: Array(name.utf8))
  }

  func holdings(at site: Holdings.Site = .hosted("latchstring.example")) async throws -> Holdings {
    let account = try await store.read { [id = account.id] in try $0.account(id) }
    guard let account else { throw CancellationError() }
    return try await store.read {
      try Holdings(
        of: account, site: site, at: Self.now, naming: { label, _ in ThingName(Sentence(verbatim: label)) }, $0)
    }
  }
  func picture(at site: Holdings.Site = .hosted("latchstring.example")) async throws -> Picture {
    guard let picture = Picture(try await holdings(at: site)) else { throw CancellationError() }
    return picture
  }
  /// The first sentence about the account.
  func sentence(at site: Holdings.Site = .hosted("latchstring.example")) async throws -> String {
    Summary(try await picture(at: site)).sentence.english
  }
}
