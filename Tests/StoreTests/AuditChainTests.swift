import AuditLog
import Foundation
import GRDB
import Model
import Testing

@testable import Store

/// Appended entries form a chain, with every driver and whoever else is writing.
@Suite struct AuditChainTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000.123)
  func entry(_ event: AuditEvent, _ name: String? = nil) -> AuditEntry {
    AuditEntry(event, account: AccountID([1, 2]), credential: name.map(KeyID.init(rawValue:)), at: now)
  }
  func verdict(_ store: some Store, pageSize: Int = 1000) async throws -> Result<AuditHead, AuditBreak> {
    var verifier = AuditVerifier()
    try await store.eachAuditRow(pageSize: pageSize) { verifier.take($0) }
    return verifier.verdict
  }
  /// The number of rows in an unbroken log.
  func length(_ store: some Store) async throws -> Int { try await verdict(store).get().position }

  @Test("an empty log has the initial head") func empty() async throws {
    let store = try SQLiteStore()
    #expect(try await store.read { try $0.auditHead() } == .beginning)
    #expect(try await verdict(store) == .success(.beginning))
  }
  @Test("entries form a chain, even two in one transaction, and the head is the last one's")
  func chains() async throws {
    let store = try SQLiteStore()
    try await store.write { [self] in
      try $0.append(entry(.accountCreated))
      try $0.append(entry(.passwordSet, "a"))
    }
    try await store.write { [self] in try $0.append(AuditEntry(.runLapsed, account: nil, at: now)) }
    let head = try await store.read { try $0.auditHead() }
    #expect(head.position == 3)
    #expect(try await verdict(store) == .success(head))
    #expect(
      try await store.read { try $0.auditRows(from: 2, limit: 1) }.map(\.line) == [AuditLine(entry(.passwordSet, "a"))])
  }
  @Test("a failed transaction leaves no row, and the next entry takes its position") func rolledBack() async throws {
    struct Death: Error {}
    let store = try SQLiteStore()
    try await store.write { [self] in try $0.append(entry(.accountCreated)) }
    await #expect(throws: Death.self) {
      try await store.write { [self] in
        try $0.append(entry(.signedOut))
        throw Death()
      }
    }
    #expect(try await length(store) == 1)
    try await store.write { [self] in try $0.append(entry(.passwordSet)) }
    #expect(try await length(store) == 2)
  }
  @Test("an open session whose sign-in entry is missing is reported; an older one is not")
  func untold() async throws {
    let store = try SQLiteStore(), now = now
    let names = ["mirela", "ilinca"].compactMap { Username($0) }
    let accounts = names.enumerated().map { Account(id: AccountID([UInt8($0)]), username: $1, createdAt: now) }
    func session(_ id: UInt8, _ account: Account, at time: Date?) -> Session {
      Session(id: SessionID(digest: [id]), account: account.id, createdAt: now, seenAt: now, signedInAt: time)
    }
    func untold(after work: @escaping @Sendable (any Records) throws -> Void) async throws -> UntoldFacts {
      try await store.write { records in
        try work(records)
        return try records.untold()
      }
    }
    let told = [session(1, accounts[0], at: now + 1), session(2, accounts[1], at: now + 2)]
    let before = session(3, accounts[0], at: nil), missing = session(4, accounts[0], at: now + 2)
    #expect(
      try await untold { records in
        for account in accounts {
          try records.insert(account)
          try records.append(AuditEntry(.accountCreated, account: account.id, at: now))
        }
        for (one, event) in zip(told, [AuditEvent.signedInWithCard, .signedInWithPassword]) {
          try records.insert(one)
          try records.append(AuditEntry(event, account: one.account, at: one.signedInAt ?? now))
        }
        try records.insert(before)
      } == .none)
    let lacking = try await untold { records in
      try records.insert(missing)
      try records.append(AuditEntry(.passwordSet, account: accounts[0].id, at: now + 2))
      try records.append(AuditEntry(.signedInWithPasskey, account: accounts[0].id, at: now + 3))
    }
    #expect(lacking == UntoldFacts(signIns: 1), "neither another account's entry, nor one of another event or time")
    #expect(
      try await untold { try $0.append(AuditEntry(.signedInWithPasskey, account: accounts[0].id, at: now + 2)) }
        == .none)
  }
  @Test("pages of any size return every row once, in order") func pages() async throws {
    let store = try SQLiteStore()
    try await store.write { [self] records in for number in 0..<7 { try records.append(entry(.signedOut, "\(number)")) }
    }
    for size in 1...8 {
      var positions: [Int] = []
      try await store.eachAuditRow(pageSize: size) { positions.append($0.position) }
      #expect(positions == Array(1...7))
    }
  }
  @Test("two connections writing simultaneously form one chain, starting with its first entry") func concurrent()
    async throws
  {
    try await withFile { path in
      let stores = [try SQLiteStore(path: path), try SQLiteStore(path: path)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await stores[number % 2].write { [self] in try $0.append(entry(.signedOut, "\(number)")) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await length(stores[0]) == 40)
      #expect(try await length(SQLiteStore(reading: path)) == 40)
    }
  }
  @Test(
    "a row that is changed in the database is found, also where it cannot be read any more",
    arguments: [
      "event = 'signed_in'", "event = x'00'", "event = 7", "account_id = NULL", "account_id = x'0103'",
      "account_id = 'text'", "credential_id = 'b'",
      "credential_id = NULL", "credential_id = x'61'", "at = at + 1", "at = 'soon'", "at = 1.5", "digest = NULL",
      "digest = x''", "digest = 'text'",
    ])
  func changed(_ change: String) async throws {
    try await withFile { path in
      let store = try SQLiteStore(path: path)
      try await store.write { [self] records in for _ in 0..<3 { try records.append(entry(.passwordSet, "a")) } }
      try await DatabaseQueue(path: path).write {
        try $0.execute(sql: "UPDATE audit_log SET \(change) WHERE position = 2")
      }
      #expect(try await verdict(store) == .failure(AuditBreak(.changed, position: 2)))
    }
  }
  @Test("nothing is appended to a row with an invalid digest", arguments: ["NULL", "x''", "'text'"])
  func unreadableHead(
    _ digest: String
  ) async throws {
    try await withFile { path in
      let store = try SQLiteStore(path: path)
      try await store.write { [self] in try $0.append(entry(.accountCreated)) }
      try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE audit_log SET digest = \(digest)") }
      await #expect(throws: StoreError(.unreadable, "")) {
        try await store.write { [self] in try $0.append(entry(.signedOut)) }
      }
    }
  }
  @Test("the migration chains rows older than the chain, at their existing positions", arguments: [0, 1, 2500])
  func migration(_ count: Int)
    async throws
  {
    try await withFile { path in
      try await Self.writeFirst(path, positions: count == 0 ? [] : Array(1...count))
      #expect(throws: StoreError(.outdated, "")) { try SQLiteStore(reading: path) }
      let store = try SQLiteStore(path: path)
      #expect(try await length(store) == count)
      try await store.write { [self] in try $0.append(entry(.signedOut)) }
      #expect(try await length(store) == count + 1)
      #expect(try await length(SQLiteStore(path: path)) == count + 1)
    }
  }
  @Test("a row missing before the migration is still missing afterwards") func migrationOfGap() async throws {
    try await withFile { path in
      try await Self.writeFirst(path, positions: [1, 2, 4])
      #expect(try await verdict(SQLiteStore(path: path)) == .failure(AuditBreak(.missing, position: 3)))
    }
  }
  @Test("a read-only store writes nothing and creates no file") func reading() async throws {
    try await withFile { path in
      #expect(throws: StoreError(.unavailable, "")) { try SQLiteStore(reading: path) }
      #expect(!FileManager.default.fileExists(atPath: path))
      let writer = try SQLiteStore(path: path), reader = try SQLiteStore(reading: path)
      try await writer.write { [self] in try $0.append(entry(.signedOut)) }
      #expect(try await length(reader) == 1)
      await #expect(throws: StoreError(.unavailable, "")) {
        try await reader.write { [self] in try $0.append(entry(.signedOut)) }
      }
      #expect(try await length(writer) == 1)
    }
  }

  private func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "store.sqlite").path)
  }
  /// A database as the first migration step left it.
  private static func writeFirst(_ path: String, positions: [Int]) async throws {
    try await DatabaseQueue(path: path).write { database in
      let connection = SQLiteConnection(database: database)
      try Migrations.run([Migrations.first], on: connection)
      for position in positions {
        _ = try connection.execute(
          """
          INSERT INTO audit_log (position, event, account_id, credential_id, at) VALUES ($1, 'signed_out', $2, $3, $4)
          """,
          [
            .integer(Int64(position)), .bytes([1, 2]), position.isMultiple(of: 2) ? .null : .text("key"),
            .integer(Int64(position)),
          ])
      }
    }
  }
}
