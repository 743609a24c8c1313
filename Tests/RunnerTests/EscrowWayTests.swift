import AccountService
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

  /// Makes a record and a wrap for a new escrow secret, stores them as the flow does, and returns the row's id.
  private func keepEscrow(_ client: Client, isPractice: Bool) async throws -> KeyID {
    let own = try #require(client.hands.open?[1]), account = try client.account, runner = client.runner
    let master = try MasterKey(own.bytes, account: account.bytes, generation: 1)
    let id = WayID(account: account.bytes, record: ServerEnvironment.live.randomBytes(16), kind: .escrow)
    let secret = try WayKeys(id, secret: ServerEnvironment.live.randomBytes(32), rpID: "latchstring.example")
    let wrap = try master.wrap(record: id.record, kind: .escrow, recipient: secret.recipientPublic, pad: secret.pad)
    let made = SealedBundle(
      g: 1, ways: [SealedBundle.Way(record: try master.record(secret, salt: Client.salt, wrap: wrap).jws, wrap: wrap)])
    let bundle = try #require(SealedBundle.read(WayNews(making: made).made))
    #expect(try await client.store.write { try runner.commitEscrow(bundle, isPractice: isPractice, account, $0) })
    return try #require(try await escrows(client).last { $0.isRehearsal == isPractice }).id
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
    let real = try await keepEscrow(client, isPractice: false),
      rehearsed = try await keepEscrow(client, isPractice: true)
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

  @Test("G-34: providers' shares count as the last way in only once they have been put together")
  func lastKey() async throws {
    let client = try await opened(), account = try client.account, runner = client.runner
    let escrow = try await keepEscrow(client, isPractice: false)
    func isLeftWithoutKeys() async throws -> Bool {
      let all = try await client.store.read { try $0.ways(of: account) }
      return runner.leavesAWayIn(all, without: all.filter { $0.signsIn || $0.kind == .phrase })
    }
    #expect(try await !isLeftWithoutKeys())
    var proved = try #require(try await client.rows().ways.first { $0.id == escrow })
    proved.provedAt = Date.now
    let way = proved
    try await client.store.write { try $0.update(way) }
    #expect(try await isLeftWithoutKeys())
  }
}
