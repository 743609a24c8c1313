import AccountService
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Store
import Synchronization
import Testing

@testable import Runner

/// The process crashes at each write in turn: unfinished work is complete or absent, and a new process continues.
@Suite struct FaultTests {
  @Test("E-14: work begun by one server process is finished by another") func otherProcess() async throws {
    var client = try await Client()
    try await client.register("mirela"); try await client.signOut()
    try await client.start(.passkeyOnly); try await client.press("signIn")
    let clock = client.clock
    let second = try await Client.runner(
      client.store, ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes))
    let work = try #require(client.answer?.start.last),
      credential = try client.key.get(try #require(work.options), origin: Client.origin)
    let message = HandsMessage(work.ticket, .given(credential: credential ?? ""))
    #expect(try await second.report(message, client.run, in: client.session).token != nil)
  }
  /// Nor is there a key without its account.
  @Test("a crash at any write of a registration leaves neither a lone account nor a lone key")
  func killedAtEachWrite() async throws {
    for fatal in 1...40 {
      let store = FailingStore(try SQLiteStore(), failingAt: fatal)
      var client: Client?
      do {
        client = try await Client(store: store)
        try await client?.register("mirela")
      } catch is FailingStore.Death {}
      let survived = store.writes < fatal
      let name = try #require(Username("mirela"))
      let (account, keys, events) = try await store.inner.read { records in
        let account = try records.account(named: name)
        return (
          account, try account.map { try records.credentials(of: $0.id) } ?? [],
          try account.map { try records.entries(of: $0.id) } ?? []
        )
      }
      #expect((account != nil) == !keys.isEmpty && (account != nil) == !events.isEmpty, "at write \(fatal)")
      if survived {
        #expect(account != nil)
        return
      }
    }
    Issue.record("never got through")
  }
  @Test("B-26: an unreachable store is reported, and the run keeps its position") func outage() async throws {
    let store = FailingStore(try SQLiteStore(), failingAt: .max)
    var client = try await Client(store: store)
    try await client.start(.passkeyOnly)
    let before = client.answer?.revision
    store.fail(from: store.writes + 1)
    await #expect(throws: FailingStore.Death.self) { try await client.press("signIn") }
    store.fail(from: .max)
    #expect(try await client.runner.look(client.run, in: client.session).revision == before)
    try await client.press("signIn")
    #expect(client.answer?.start.count == 1)
  }
  @Test("G-24: thirty idle minutes end a run, and the sweep records it") func lapses() async throws {
    var client = try await Client()
    try await client.register("mirela")
    try await client.start(.passkeyOnly)
    client.clock.advance(29 * 60)
    try await client.runner.sweep()
    _ = try await client.runner.look(client.run, in: client.session)
    client.clock.advance(2 * 60)
    await #expect(throws: RunnerError.noRun) { try await client.runner.look(client.run, in: client.session) }
    try await client.runner.sweep()
    #expect(try await client.events().last == .runLapsed)
    let run = client.run
    #expect(try await client.store.read { try $0.run(run) } == nil)
  }
  @Test("a run whose stored state no longer decodes is swept, and its page says that it has ended")
  func undecodable() async throws {
    var client = try await Client()
    try await client.start(.passkeyOnly)
    let run = client.run
    try await client.store.write { records in
      var stored = try records.run(run)
      stored?.contents = Array("{}".utf8)
      if let stored { try records.update(stored) }
    }
    await #expect(throws: RunnerError.noRun) { try await client.runner.look(run, in: client.session) }
    client.clock.advance(31 * 60)
    try await client.runner.sweep()
    #expect(try await client.store.read { try $0.run(run) } == nil)
  }
  @Test("a reply's contents are discarded once judged, however often junk is sent")
  func evidenceIsDropped() async throws {
    var client = try await Client()
    for _ in 0..<5 {
      try await client.start(.passkeyOnly)
      try await client.press("signIn")
      try await client.give(String(repeating: "x", count: 10_000), for: try #require(client.answer?.start.last?.ticket))
      let run = client.run
      #expect(try await client.store.read { try $0.run(run)?.contents.count ?? 0 } < 2_000)
    }
  }
  @Test("a browser that starts one run after another keeps only the newest") func manyRuns() async throws {
    var client = try await Client()
    for _ in 0..<20 { try await client.start(.autoFillHybrid) }
    let id = client.session.id
    #expect(try await client.store.read { try $0.runs(of: id).count } == Runner.mostRuns)
  }
}

/// A store that crashes at a chosen write, inside its transaction.
final class FailingStore: Store {
  struct Death: Error {}
  let inner: any Store
  private let state: Mutex<(writes: Int, fatal: Int)>
  init(_ inner: any Store, failingAt fatal: Int) { self.inner = inner; state = Mutex((0, fatal)) }
  var writes: Int { state.withLock { $0.writes } }
  func fail(from write: Int) { state.withLock { $0.fatal = write } }

  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    try await inner.read(work)
  }
  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    let isFatal = state.withLock { state in
      state.writes += 1
      return state.writes >= state.fatal
    }
    return try await inner.write { records in
      let result = try work(records)
      if isFatal { throw Death() }
      return result
    }
  }
}
