import Demo
import Foundation
import Model
import Store
import TestSite
import Testing

@testable import AccountService
@testable import Runner

/// The end of an account: a touch, seven days, and then nothing of it is left but its lines in the log.
@Suite struct DeletionTests {
  private static let day: TimeInterval = 24 * 60 * 60

  /// Has the account deleted in seven days.
  private static func delete(_ client: inout Client, with key: DemoAuthenticator) async throws {
    try await client.start(.deletion)
    try await client.press("delete")
    try await client.press("opening.confirm")
    client.key = key
    try await client.touch()
  }

  /// The bytes of the database's files, as somebody finds them who takes the disk.
  private static func disk(_ path: String) throws -> Data {
    var bytes = Data()
    for file in [path, path + "-wal"] { bytes += FileManager.default.contents(atPath: file) ?? Data() }
    return bytes
  }

  @Test("after seven days, no byte of the account is left on the disk but its lines in the log")
  func gone() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/latchstring.sqlite"
    let store = try SQLiteStore(path: path)
    var (client, _) = try await Client.enrolled(Keys(), store)
    let mine = try #require(client.session.account)
    let facts = try await store.read { records -> [String] in
      let ways = try records.ways(of: mine)
      let wraps = ways.compactMap(\.sealed).map { String($0.wrap.suffix(40)) }
      let entries = try records.journal(of: mine).map { String($0.sealed.suffix(40)) }
      return ["mirela"] + ways.map(\.label).filter { $0.count > 3 } + wraps + entries
    }
    #expect(facts.count > 4)
    let before = try Self.disk(path)
    for fact in facts { #expect(before.range(of: Data(fact.utf8)) != nil, "it is looked for where it lies: \(fact)") }
    let publicKeys = try await store.read { try $0.credentials(of: mine).map { Data($0.publicKey.suffix(40)) } }
    for key in publicKeys { #expect(before.range(of: key) != nil) }

    try await Self.delete(&client, with: client.key)
    #expect(client.answer?.next == "/account")
    client.clock.advance(7 * Self.day - 60)
    try await client.runner.sweep()
    #expect(try await store.read { try $0.account(mine) } != nil, "a minute is left")
    client.clock.advance(60)
    try await client.runner.sweep()

    let rows = try await store.everyRow()
    let id = mine.bytes.map { String(format: "%02X", $0) }.joined()
    for (table, lines) in rows where table != "audit_log" {
      #expect(!lines.contains { $0.contains(id) || $0.contains("mirela") }, "\(table)")
    }
    #expect(rows["audit_log"]?.contains { $0.contains("account_deleted") && $0.contains(id) } == true)
    let after = try Self.disk(path)
    for fact in facts { #expect(after.range(of: Data(fact.utf8)) == nil, "\(fact)") }
    for key in publicKeys { #expect(after.range(of: key) == nil, "a public key") }
  }

  @Test("deleting one account leaves every row of another as it was") func others() async throws {
    let store = try SQLiteStore()
    var (robin, _) = try await Client.enrolled(Keys(), store)
    let before = try await store.everyRow()
    var client = try await Client(store: store)
    try await client.register("ilinca")
    try await Self.delete(&client, with: client.key)
    client.clock.advance(7 * Self.day)
    try await client.runner.sweep()
    let changed = try await store.tables(changedSince: before)
    #expect(changed.isSubset(of: ["audit_log", "sessions", "runs", "challenges"]), "\(changed)")
    try await robin.signOut()
    try await robin.signIn()
    #expect(robin.session.account != nil)
  }

  @Test("every other browser is signed out at once, and any way in takes the account back")
  func takenBack() async throws {
    let keys = Keys()
    var (client, _) = try await Client.enrolled(keys)
    let mine = try #require(client.session.account)
    var other = client
    other.session = try await client.sessions.begin().1
    other.key = keys.black
    try await other.signIn()
    let otherToken = other.session.id
    try await Self.delete(&client, with: keys.yellow)
    #expect(try await client.store.read { try $0.session(otherToken) } == nil, "it is signed out")
    let own = client.session.id
    #expect(try await client.store.read { try $0.session(own) } != nil)
    client.clock.advance(6 * Self.day)

    other.session = try await client.sessions.begin().1
    try await other.signIn()
    try await client.runner.keepAccount(of: other.session)
    client.clock.advance(30 * Self.day)
    try await client.runner.sweep()
    #expect(try await client.store.read { try $0.account(mine) } != nil)
    let events = try await client.store.read { try $0.entries(of: mine).map(\.event) }
    #expect(events.contains(.deletionAsked) && events.contains(.deletionTakenBack))
  }

  @Test("a deletion that was begun keeps its day when it is asked for again") func again() async throws {
    let keys = Keys()
    var (client, _) = try await Client.enrolled(keys)
    let mine = try #require(client.session.account)
    try await Self.delete(&client, with: keys.yellow)
    let first = try await client.store.read { try $0.account(mine)?.life.deletionAt }
    client.clock.advance(3 * Self.day)
    #expect(try await client.runner.announceDeletion(of: mine) == first)
    #expect(first != nil)
  }

  @Test("what another program reads meanwhile does not keep a deleted account on the disk") func heldUp() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/latchstring.sqlite", store = try SQLiteStore(path: path)
    let client = try await Client.enrolled(Keys(), store).0
    let mine = try #require(client.session.account)
    _ = try await client.runner.announceDeletion(of: mine)
    client.clock.advance(7 * Self.day)
    let other = try SQLiteStore(reading: path)
    let reading = Task {
      try await other.read { records in
        _ = try records.accounts(limit: 1)
        usleep(1_000_000)
      }
    }
    try await Task.sleep(for: .milliseconds(300))
    try await client.runner.sweep()
    try await reading.value
    try await client.runner.sweep()  // the first may have given up
    #expect(try Self.disk(path).range(of: Data("mirela".utf8)) == nil)
  }
}
