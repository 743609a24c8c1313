import CeremonyService
import Flows
import Foundation
import Model
import Store
import Synchronization
import Testing
import TestSite

@testable import AccountService
@testable import Runner

/// A store that counts its transactions.
private final class CountedStore: Store {
  private let store: any Store
  private let count = Mutex(0)
  var writes: Int { count.withLock { $0 } }
  init(_ store: any Store) { self.store = store }

  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    count.withLock { $0 += 1 }
    return try await store.write(work)
  }
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    try await store.read(work)
  }
}

/// Tests what requests without an account leave behind.
@Suite struct HousekeepingTests {
  private static let hour: TimeInterval = 60 * 60

  /// Sends this many strangers, each with two requests.
  /// - Parameter isCrowd: `true` if half of them come from the same network address, more than it may have at once.
  private static func strangers(_ count: Int, at client: Client, isCrowd: Bool) async throws {
    let runner = client.runner, sessions = client.sessions
    try await client.store.write { records in
      for number in 0..<count {
        let address = NetworkAddress(
          isCrowd && number.isMultiple(of: 2) ? "192.0.2.1" : "10.0.\(number / 256).\(number % 256)")
        let (_, session) = try sessions.begin(from: address, records)
        let flow: FlowName = [.escrowRecovery, .passkeyOnly, .registration, .recovery, .cardStatus][number % 5]
        _ = try runner.begin(flow, in: session, from: "/lab", records)
        _ = try runner.ceremonies.beginAuthentication(.signIn, of: nil, for: .endpoint, in: session.id, records)
      }
    }
  }
  private static func rows(_ client: Client) async throws -> [String: Int] {
    // A query for what is about to end locks it, which only a transaction that may write can.
    try await client.store.write { records in
      let far = Date.distantFuture
      return [
        "runs": try records.runs(notActiveSince: far, but: [], limit: .max).count,
        "entries": try records.auditRows(from: 0, limit: .max).count,
      ]
    }
  }

  /// The memory used by this process: resident bytes (proc(5), statm).
  private static func resident() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(fields.dropFirst().first.flatMap { Int($0) }) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// No run, session, challenge or log entry remains, and file and memory are the same size as after six hours.
  @Test("two days of 50,000 strangers' requests leave nothing and use no more space than six hours")
  func twoDays() async {
    // Runs in a separate process, whose memory no other test uses.
    await #expect(processExitsWith: .success) { try await Self.twoDaysOfStrangers() }
  }

  private static func twoDaysOfStrangers() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/latchstring.sqlite", client = try await Client(store: try SQLiteStore(path: path))
    func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
    var early = 0, earlyMemory = 0
    for hour in 0..<48 {
      for _ in 0..<4 {
        try await strangers(131, at: client, isCrowd: true)
        client.clock.advance(Self.hour / 4)
        try await client.runner.sweep()
        try await client.sessions.forgetVisitors()
      }
      let left = try await rows(client)
      #expect(left["runs", default: 0] < 2 * 4 * 131 && left["entries"] == 0, "hour \(hour): \(left)")
      if hour == 5 { (early, earlyMemory) = (try size(), try resident()) }
    }
    #expect(try size() <= early + early / 10, "\(early)")
    let memory = try resident()
    #expect(memory <= earlyMemory + earlyMemory / 4 + 8 << 20, "\(earlyMemory) bytes, then \(memory)")
    client.clock.advance(2 * Self.hour)
    try await client.runner.sweep()
    try await client.sessions.forgetVisitors()
    #expect(client.sessions.visitors.count == 0)
    #expect(try await rows(client) == ["runs": 0, "entries": 0])
  }

  @Test("sweeping thousands takes many short transactions, so a sign-in waits for only one")
  func slices() async throws {
    let store = CountedStore(try SQLiteStore()), client = try await Client(store: store)
    try await Self.strangers(3_000, at: client, isCrowd: false)
    client.clock.advance(2 * Self.hour)
    let before = store.writes
    try await client.runner.sweep()
    // 2,400 runs expire on their own; then 3,000 sessions end, together with the 600 runs that would have waited for a
    // letter.
    #expect(store.writes - before >= 24 + 30)
    #expect(try await Self.rows(client)["runs"] == 0)
  }

  @Test("a run of an account leaves a trace, and ends with its session however the session ends")
  func ofAccounts() async throws {
    var client = try await Client()
    try await client.start(.registration)
    try await client.press("register", ["username": "mirela"])
    try await client.touch()
    let account = try #require(client.session.account)
    try await client.start(.passwordSetting)
    client.clock.advance(Self.hour)
    try await client.runner.sweep()
    #expect(try await client.store.read { try $0.entries(of: account).last?.event } == .runLapsed)
    try await client.start(.escrowSetUp)
    client.clock.advance(SessionLifetime.idle + 1)
    try await client.runner.sweep()
    let (session, run) = (client.session.id, client.run)
    #expect(try await client.store.read { try $0.session(session) } == nil)
    #expect(try await client.store.read { try $0.run(run) } == nil)
  }

  @Test("a session that has been signed out starts nothing, so no orphaned run remains")
  func noOrphans() async throws {
    var client = try await Client()
    try await client.runner.signOut(client.session)
    await #expect(throws: RunnerError(.noRun)) { try await client.start(.escrowRecovery) }
    #expect(try await Self.rows(client)["runs"] == 0)
  }
}
