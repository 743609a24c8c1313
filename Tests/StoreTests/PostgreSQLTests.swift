import AuditLog
import Foundation
import Model
import TestPostgreSQL
import Testing

@testable import Store

/// What is PostgreSQL's own: conflicts, several servers, connections that break.
@Suite struct PostgreSQLTests {
  let database: TestDatabase
  let store: any Store
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  init() throws {
    database = try TestDatabase()
    store = try database.store(connections: 8)
  }

  func account(_ number: UInt8) throws -> Account {
    Account(
      id: AccountID(Array(repeating: number, count: 16)), username: try #require(Username("person\(number)")),
      createdAt: now)
  }

  @Test("no write of many at once is lost, whatever each of them read before") func conflicts() async throws {
    try await store.write { try $0.setInstallationValue("count", [0]) }
    let runs = Tally()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<24 {
        group.addTask {
          try await store.write { records in
            runs.add()
            let count = try #require(try records.installationValue("count"))
            try records.replaceInstallationValue("count", with: [count[0] + 1])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { try $0.installationValue("count") } == [24])
    #expect(runs.count > 24, "none conflicted, so this showed nothing")
  }

  @Test("whatever conflicts with others all the time happens in the end, on two servers that both hurry")
  func crowd() async throws {
    let servers = [try database.store(connections: 16), try database.store(connections: 16)]
    try await store.write { try $0.setInstallationValue("count", [0]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<96 {
        group.addTask {
          try await servers[number % 2].write { records in
            let count = try #require(try records.installationValue("count"))
            usleep(5_000)  // long enough for the others to read the same
            try records.replaceInstallationValue("count", with: [count[0] + 1])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { try $0.installationValue("count") } == [96])
  }

  @Test("a person's act does not wait for anybody else's, although both are in one log") func noQueue() async throws {
    let one = try account(1), other = try account(2)
    for account in [one, other] { try await store.write { try $0.insert(account) } }
    let isOther = DispatchSemaphore(value: 0), beginning = Beginning()
    async let first: Bool = store.write { records in
      try records.append(AuditEntry(.passwordSet, account: one.id, at: now))
      // Something is read, so that the entry has reached the server.
      _ = try records.account(one.id)
      beginning.tell()
      return isOther.wait(timeout: .now() + 60) == .success
    }
    await beginning.wait()
    try await store.write { try $0.append(AuditEntry(.passwordSet, account: other.id, at: now)) }
    isOther.signal()
    #expect(try await first, "the other's act had to wait for the end of this one")
  }

  @Test("entries get their places in the order of each account, each place once, from whichever server comes first")
  func chaining() async throws {
    let second = try database.store(connections: 4)
    let accounts = try (1...6).map { try account($0) }
    for account in accounts { try await store.write { try $0.insert(account) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, account) in accounts.enumerated() {
        group.addTask { [store] in
          let server = index.isMultiple(of: 2) ? store : second
          for step in 0..<8 {
            try await server.write {
              try $0.append(AuditEntry(.passwordSet, account: account.id, at: now + Double(step)))
            }
          }
        }
      }
      for server in [store, second] {
        group.addTask {
          for _ in 0..<40 {
            _ = try await server.chainWaiting()
            try await Task.sleep(for: .milliseconds(5))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await store.read { try $0.entries(of: accounts[0].id).count } == 8, "also those that wait are an account's")
    while try await store.chainWaiting() {}
    #expect(try await store.read { try $0.waitingAuditEntries() } == 0)
    #expect(try await store.read { try $0.untold() }.acts == 0)
    var verifier = AuditVerifier(), numbers: [[UInt8]: [Int64]] = [:]
    try await store.eachAuditRow { row in
      verifier.take(row)
      if let line = row.line, let account = line.account, let number = line.number {
        numbers[account, default: []].append(number)
      }
    }
    #expect(try verifier.verdict.get().position == 48)
    #expect(numbers.count == 6 && numbers.values.allSatisfy { $0 == Array(1...8) })
  }

  @Test("an entry that is taken away before it has its place is missed") func takenAway() async throws {
    let one = try account(1)
    try await store.write { records in
      try records.insert(one)
      for step in 0..<3 { try records.append(AuditEntry(.passwordSet, account: one.id, at: now + Double(step))) }
    }
    try database.server.run("DELETE FROM audit_waiting WHERE number = 2", in: database.name)
    while try await store.chainWaiting() {}
    var verifier = AuditVerifier()
    try await store.eachAuditRow { verifier.take($0) }
    #expect(verifier.verdict == .failure(AuditBreak(.skipped, position: 2)))
    let other = try account(2)
    try await store.write { records in
      try records.insert(other)
      try records.append(AuditEntry(.accountCreated, account: other.id, at: now))
    }
    try database.server.run("DELETE FROM audit_waiting", in: database.name)
    #expect(try await store.read { try $0.untold() }.acts == 1, "the last one, after which nothing comes")
  }

  @Test("an entry that is taken away before it has its place is missed, also after all before it were taken out")
  func takenAwayAfterTrimming() async throws {
    let one = try account(1)
    func append() async throws {
      try await store.write { try $0.append(AuditEntry(.passwordSet, account: one.id, at: now + 60)) }
    }
    try await store.write { records in
      try records.insert(one)
      try records.append(AuditEntry(.accountCreated, account: one.id, at: now))
    }
    while try await store.chainWaiting() {}
    let head = try await store.read { try $0.auditHead() }
    try await store.write { try $0.trimAudit(to: AuditBeginning(head: head, until: .max, note: "")) }
    #expect(try await store.read { try $0.untold() } == .none)
    try await append()
    try database.server.run("DELETE FROM audit_waiting", in: database.name)
    #expect(try await store.read { try $0.untold() }.acts == 1, "nothing comes after it")
    try await append()
    while try await store.chainWaiting() {}
    let numbers = try await store.read { try $0.trimmedNumbers() }
    var verifier = AuditVerifier(beginning: head, numbers: numbers)
    try await store.eachAuditRow { verifier.take($0) }
    #expect(verifier.verdict == .failure(AuditBreak(.skipped, position: 2)))
  }

  @Test("one server sweeps at a time; the other finds nothing to do") func sweeping() async throws {
    let second = try database.store(connections: 2), isDone = DispatchSemaphore(value: 0)
    let beginning = Beginning()
    async let first: Bool? = store.sweep { _ in
      beginning.tell()
      return isDone.wait(timeout: .now() + 120) == .success
    }
    await beginning.wait()
    #expect(try await second.sweep { _ in true } == nil)
    isDone.signal()
    #expect(try await first == true)
    #expect(try await second.sweep { _ in true } == true)
  }

  @Test("a text with a zero byte is refused before it is sent") func zeroByte() async throws {
    await #expect(throws: StoreError(.unreadable, "")) {
      try await store.write { try $0.setPasswordHash("a\0b", of: AccountID([1])) }
    }
  }
}
