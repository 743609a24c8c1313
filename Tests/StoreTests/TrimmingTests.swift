import AuditLog
import Foundation
import Model
import TestPostgreSQL
import Testing

@testable import Store

/// Entries that are taken out of the log, with every driver.
@Suite(.onEachDatabase) struct TrimmingTests {
  typealias Event = (event: AuditEvent, key: String?)
  let store: any Store
  let signer: CheckpointSigner
  let account: Account
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  init() throws {
    store = try DatabaseKind.current.makeStore()
    signer = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32)))
    account = Account(id: AccountID(Array(0..<16)), username: try #require(Username("mirela")), createdAt: now)
  }

  /// Appends entries of the account, one a second, from `now` on or later.
  private func append(_ events: [Event], after seconds: Double = 0) async throws {
    try await store.write { [account, now] records in
      if try records.account(account.id) == nil { try records.insert(account) }
      for (index, (event, key)) in events.enumerated() {
        try records.append(
          AuditEntry(
            event, account: account.id, credential: key.map(KeyID.init(rawValue:)),
            at: now + seconds + Double(index)))
      }
    }
    while try await store.chainWaiting() {}
  }
  /// Takes out all rows up to a position.
  private func trim(to position: Int) async throws {
    try await store.write { [signer] records in
      let rows = try records.auditRows(from: 0, limit: 1000).filter { $0.position <= position }
      let last = try #require(rows.last), until = try #require(rows.compactMap(\.line?.at).max())
      #expect(last.position == position)
      try records.trimAudit(
        to: try signer.beginning(after: AuditHead(position: position, digest: last.digest), until: until))
    }
  }
  private func verdict() async throws -> Result<AuditHead, AuditBreak> {
    let (beginning, numbers, untold) = try await store.read { records in
      (try records.auditBeginning(), try records.trimmedNumbers(), try records.untold())
    }
    var verifier = AuditVerifier(untold: untold, beginning: beginning?.head ?? .beginning, numbers: numbers)
    try await store.eachAuditRow { verifier.take($0) }
    return verifier.verdict
  }

  @Test("the log goes on from where it begins, also if nothing is left of it") func beginning() async throws {
    try await append([(.accountCreated, nil), (.passwordSet, nil), (.signedOut, nil), (.passwordSet, nil)])
    #expect(try await store.read { try $0.auditBeginning() } == nil)
    let head = try await store.read { try $0.auditHead() }
    try await trim(to: 2)
    let beginning = try #require(try await store.read { try $0.auditBeginning() })
    #expect(signer.key.hasSigned(beginning) && beginning.head.position == 2 && beginning.until == 1_800_000_001_000)
    #expect(try await verdict() == .success(head))
    try await trim(to: 4)
    #expect(try await store.read { try $0.auditRows(from: 0, limit: 9) } == [])
    #expect(try await store.read { try $0.auditHead() } == head)
    #expect(try await store.read { try $0.auditDigest(at: 4) } == head.digest)
    #expect(try await store.read { try $0.auditDigest(at: 3) } == nil)
    #expect(try await verdict() == .success(head))
    try await append([(.passwordSet, nil)], after: 60)
    #expect(try await verdict().get().position == 5)
    #expect(try await store.read { try $0.entries(of: account.id).count } == 1)
  }

  @Test("what pages and rules ask of old entries stays, and of all others nothing") func kept() async throws {
    try await append([
      (.accountCreated, "a"), (.signedInWithPasskey, "a"), (.recoveryCodeRevealed, nil), (.copyTaken, nil),
      (.recoveryCodeRevealed, nil), (.signedInWithCard, "b"), (.copyTaken, nil), (.drillPassed, "a"),
      (.drillFailed, "b"), (.drillPassed, "a"), (.recovered, nil), (.keyRevoked, "b"),
    ])
    for end in [4, 8, 12] { try await trim(to: end) }
    let id = account.id
    func count(until seconds: Double) async throws -> Int {
      try await store.read { try $0.count(of: .recoveryCodeRevealed, of: id, until: now + seconds) }
    }
    #expect(try await count(until: 1) == 0)
    #expect(try await count(until: 2) == 1)
    #expect(try await count(until: 99) == 2)
    let kept = try await store.read { try $0.keptEntries(of: id) }
    #expect(
      kept.map(\.event) == [
        .recovered, .drillPassed, .drillFailed, .copyTaken, .recoveryCodeRevealed, .recoveryCodeRevealed,
        .signedInWithPasskey,
      ])
    #expect(kept.map { $0.at.timeIntervalSince(now) } == [10, 9, 8, 6, 4, 2, 1])
    let oldest = try await store.read { try $0.oldest(of: AuditEvent.signIns, in: id) }
    #expect(oldest?.event == .signedInWithPasskey && oldest?.credential?.rawValue == "a")
    #expect(try await store.read { try $0.newest(of: [.copyTaken], in: id)?.at } == now + 6)
    // What comes later counts with it.
    try await append([(.recoveryCodeRevealed, nil), (.copyTaken, nil), (.signedInWithPassword, nil)], after: 60)
    #expect(try await count(until: 99) == 3)
    #expect(try await store.read { try $0.newest(of: [.copyTaken], in: id)?.at } == now + 61)
    #expect(try await store.read { try $0.oldest(of: AuditEvent.signIns, in: id) } == oldest)
    #expect(try await store.read { try $0.newestEntries(of: id, limit: 9, skipping: 0).count } == 3)
  }

  @Test("an account or a session as old as what was taken out is no fact that the log fails to record")
  func untold() async throws {
    let account = account, now = now
    func insert(_ id: UInt8, signedInAt time: Date) async throws -> UntoldFacts {
      try await store.write { records in
        try records.insert(
          Session(id: SessionID(digest: [id]), account: account.id, createdAt: time, seenAt: time, signedInAt: time))
        return try records.untold()
      }
    }
    try await append([(.accountCreated, nil), (.signedInWithPasskey, nil), (.signedOut, nil)])
    #expect(try await insert(1, signedInAt: now + 1) == .none)
    try await trim(to: 3)
    #expect(try await store.read { try $0.untold() } == .none)
    #expect(try await insert(2, signedInAt: now + 3) == UntoldFacts(signIns: 1))
    try await append([(.signedInWithPassword, nil)], after: 3)
    #expect(try await store.read { try $0.untold() } == .none)
    #expect(try await verdict().get().position == 4)
  }

  @Test("of a deleted account nothing is kept, and no number once its last entry is out") func deleted() async throws {
    let id = account.id
    try await append([(.accountCreated, nil), (.recoveryCodeRevealed, nil), (.signedOut, nil)])
    try await trim(to: 2)
    let numbers: [[UInt8]: Int64] = DatabaseKind.current == .sqlite ? [:] : [id.bytes: 2]
    #expect(try await store.read { try $0.trimmedNumbers() } == numbers)
    #expect(try await store.read { try $0.keptEntries(of: id).count } == 1)
    try await append([(.accountDeleted, nil)], after: 9)
    try await store.write { try $0.delete(id) }
    #expect(try await store.read { try $0.keptEntries(of: id) } == [])
    #expect(try await verdict().get().position == 4)
    try await trim(to: 4)
    #expect(try await store.read { try $0.trimmedNumbers() } == [:])
    #expect(try await verdict().get().position == 4)
  }

  @Test("the first entry of a time or later is found, and the checkpoint at a position or before") func places()
    async throws
  {
    try await append([(.accountCreated, nil), (.passwordSet, nil), (.passwordSet, nil)])
    for (seconds, position) in [(-5, 1), (0, 1), (0.5, 2), (2, 3), (3, nil)] as [(Double, Int?)] {
      let time = now + seconds
      let found = try await store.read { try $0.firstAuditPosition(since: time) }
      #expect(found == position)
    }
    try await store.write { records in
      for position in [1, 3] { try records.insert(checkpoint: "note \(position)", at: position) }
    }
    #expect(try await store.read { try $0.checkpoint(upTo: 0) } == nil)
    #expect(try await store.read { try $0.checkpoint(upTo: 2) } == StoredCheckpoint(position: 1, note: "note 1"))
    #expect(try await store.read { try $0.newestCheckpoint() } == "note 3")
  }
}
