import AccountService
import CeremonyService
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Testing
import Wraps

@testable import Runner

/// The way in whose shares are held by providers, as it is added to an account and removed.
@Suite struct EscrowWayTests {
  let keys = Keys()

  /// A way in whose secret providers hold: its row's id, and what the joined shares derive.
  private struct KeptEscrow { var id: KeyID, keys: WayKeys }

  /// Makes a record and a wrap for a new escrow secret, and stores them as the flow does.
  private func keepEscrow(_ client: Client, isPractice: Bool) async throws -> KeptEscrow {
    let own = try #require(client.hands.open?[1]), account = try client.account, runner = client.runner
    let master = try MasterKey(own.bytes, account: account.bytes, generation: 1)
    let id = WayID(account: account.bytes, record: ServerEnvironment.live.randomBytes(16), kind: .escrow)
    let secret = try WayKeys(id, secret: ServerEnvironment.live.randomBytes(32), rpID: "latchstring.example")
    let wrap = try master.wrap(record: id.record, kind: .escrow, recipient: secret.recipientPublic, pad: secret.pad)
    let made = SealedBundle(
      g: 1, ways: [SealedBundle.Way(record: try master.record(secret, salt: Client.salt, wrap: wrap).jws, wrap: wrap)])
    let bundle = try #require(SealedBundle.read(WayNews(making: made).made))
    #expect(try await client.store.write { try runner.commitEscrow(bundle, isPractice: isPractice, account, $0) })
    let row = try #require(try await escrows(client).last { $0.isRehearsal == isPractice })
    return KeptEscrow(id: row.id, keys: secret)
  }
  /// Signs with the joined secret in another browser, as its hands do, and returns `true` if the server accepts it.
  private func join(_ escrow: KeptEscrow, of client: Client) async throws -> Bool {
    var browser = try await client.another()
    try await browser.start(.recovery)
    let (run, session, runner) = (browser.run, browser.session, browser.runner), account = try client.account
    return try await client.store.write { records in
      var current = try runner.load(run, session, records)
      current.contents.recovering = .init(account: account, way: escrow.id)
      let challenge = try runner.ceremonies.beginProof(by: escrow.id, for: .run(run), in: session.id, records)
      let proof = try escrow.keys.prove(
        origin: Client.origin, purpose: "recover", challenge: Base64URL.decode(challenge) ?? [])
      let sent = try JSONEncoder().encode(RecoveryProof(challenge: challenge, proof: proof))
      let evidence = Evidence(rawValue: "joined")
      current.contents.keep(String(decoding: sent, as: UTF8.self), as: evidence)
      return try runner.verifyProof(evidence, &current, records)
    }
  }
  /// An account with two keys and a code, and its journal open.
  private func opened() async throws -> Client {
    var (client, _) = try await Client.enrolled(keys)
    #expect(try await client.openJournal(keys.yellow))
    return client
  }
  private func escrows(_ client: Client) async throws -> [Way] {
    try await client.rows().ways.filter { $0.kind == .escrow && $0.stands && $0.opens }
  }

  @Test("G-34: a practice set-up replaces only a practice set-up; a real one replaces either kind")
  func practice() async throws {
    let client = try await opened(), account = try client.account, runner = client.runner
    let real = try await keepEscrow(client, isPractice: false).id,
      rehearsed = try await keepEscrow(client, isPractice: true).id
    #expect(Set(try await escrows(client).map(\.id)) == [real, rehearsed])
    for (isPractice, replaced) in [(true, [rehearsed]), (false, [real, rehearsed])] {
      let gone = try await client.store.read {
        try runner.replacedByEscrow(isPractice: isPractice, account, $0).map(\.id)
      }
      #expect(Set(gone) == Set(replaced))
    }
  }

  @Test("C-53: storing its way ends a set-up's wait, and the account's other notes are kept")
  func begun() async throws {
    let client = try await opened(), account = try client.account
    let before = AccountCare(wasNudged: true, escrowBegunAt: Date(timeIntervalSince1970: 1_800_000_000))
    try await client.store.write { try $0.setCare(before, of: account) }
    _ = try await keepEscrow(client, isPractice: false)
    let care = try await client.rows().care
    #expect(care.escrowBegunAt == nil && care.wasNudged)
  }

  @Test("C-40 G-34: providers' shares count as the last way in only once they have been joined")
  func lastKey() async throws {
    let client = try await opened(), account = try client.account
    let escrow = try await keepEscrow(client, isPractice: false)
    func isLeftWithoutKeys() async throws -> Bool {
      let all = try await client.store.read { try $0.ways(of: account) }
      let lost = all.filter { $0.signsIn || $0.kind == .phrase }
      return RemainingWays(all, without: Set(lost.map(\.id))).isEnough
    }
    #expect(try await !isLeftWithoutKeys())
    #expect(try await join(escrow, of: client))
    #expect(try await isLeftWithoutKeys())
    let session = client.session
    let standing = try await client.store.read { try AccountState(of: account, in: session, $0) }
    #expect(standing.escrowProvedAt != nil)
    _ = try await keepEscrow(client, isPractice: true)
    let practicing = try await client.store.read { try AccountState(of: account, in: session, $0) }
    #expect(practicing.escrowProvedAt == standing.escrowProvedAt, "practice that nobody joined changes nothing")
    let row = try #require(try await client.rows().ways.first { $0.id == escrow.id })
    #expect(row.proofs.keys.elementsEqual([.joined]))
  }
}
