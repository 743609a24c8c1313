import Foundation
import Model
import Store
import Synchronization
import Testing

@testable import AccountService
@testable import Runner

/// A transaction that was lost is performed again. What it changes in memory must be as after one.
@Suite struct RepeatedWorkTests {
  @Test("a token is taken once by work that is performed twice, and the last one is not given out twice")
  func allowance() async throws {
    let store = try RepeatingStore(), allowance = Allowance<Int>(3, in: 60)
    for expected in [true, true, true, false, false] {
      #expect(try await store.write { allowance.use(by: 1, at: 0, $0) } == expected)
    }
  }

  @Test("what follows a transaction is done once, also after one that was refused") func afterwards() async throws {
    let store = try RepeatingStore(), count = Mutex(0)
    try await store.write { records in
      records.afterwards { count.withLock { $0 += 1 } }
      #expect(count.withLock { $0 } == 0)
    }
    #expect(count.withLock { $0 } == 1)
    await #expect(throws: RunnerError.self) {
      try await store.write { records in
        records.afterwards { count.withLock { $0 += 1 } }
        throw RunnerError(.noRun)
      }
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test("a visit counts once, also when older ones of its address give way to it") func visits() async throws {
    func visitors(in store: any Store) async throws -> Int {
      let client = try await Client(store: store)
      for _ in 0..<(Visitors.most + 30) { _ = try await client.sessions.begin(from: NetworkAddress("192.0.2.1")) }
      return client.sessions.visitors.count
    }
    #expect(try await visitors(in: RepeatingStore()) == visitors(in: SQLiteStore()))
  }
}
