import Foundation
import Model
import TestPostgreSQL
import Testing

@testable import Store

/// Connections that break, and a server that does not answer.
@Suite struct PostgreSQLBreakTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let account: Account
  init() throws {
    account = Account(id: AccountID(Array(0..<16)), username: try #require(Username("Mirela")), createdAt: now)
  }

  /// Ends every connection to the database but the one that does it.
  private static func cut(_ database: TestDatabase) throws {
    try database.server.run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """, in: database.name)
  }

  @Test("a transaction whose connection breaks before its commit is tried again, and happens once")
  func before() async throws {
    let database = try TestDatabase(), store = try database.store(connections: 1), runs = Tally()
    try await store.write { records in
      try records.insert(account)
      guard runs.add() == 1 else { return }
      try Self.cut(database)
    }
    #expect(runs.count == 2)
    #expect(try await store.read { try $0.accounts(limit: 9) } == [account])
    try Self.cut(database)
    #expect(
      try await store.read { try $0.accounts(limit: 9) } == [account], "an idle connection that broke is replaced")
  }

  @Test("an act whose connection breaks in its commit is told as it is: kept, or not known")
  func inCommit() async throws {
    let server = try TestPostgreSQL(["synchronous_standby_names = 'nobody'"]), database = try TestDatabase(in: server)
    try await database.store().write { try $0.insert(account) }
    try server.run("ALTER DATABASE \(database.name) SET synchronous_commit = on", in: database.name)
    let store = try database.store(connections: 1)
    async let kept: Void = store.write { try $0.append(AuditEntry(.passwordSet, account: account.id, at: now)) }
    try await Self.untilOneWaits(database)
    // Now the standby that the commit waits for is no longer asked for, and its connection breaks.
    try server.run("ALTER SYSTEM SET synchronous_standby_names = ''", in: "postgres")
    try Self.cut(database)
    try server.run("SELECT pg_reload_conf()", in: "postgres")
    try await kept
    #expect(try await store.read { try $0.entries(of: account.id).count } == 1)

    // Without an entry in the log, nothing tells.
    try server.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", in: "postgres")
    try server.run("SELECT pg_reload_conf()", in: "postgres")
    while try server.run("SHOW synchronous_standby_names", in: "postgres") != ["nobody"] {
      try await Task.sleep(for: .milliseconds(10))
    }
    let unknown = Task { try await store.write { try $0.setInstallationValue("salt", [1]) } }
    try await Self.untilOneWaits(database)
    try Self.cut(database)
    await #expect(throws: StoreError(.unknown, "")) { try await unknown.value }
  }
  /// Returns once a commit waits for a standby.
  private static func untilOneWaits(_ database: TestDatabase) async throws {
    let sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'"
    for _ in 0..<500 where try database.server.run(sql, in: database.name).isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("whoever waits too long for a connection is told so, and whoever leaves takes nobody's") func busy()
    async throws
  {
    let database = try TestDatabase()
    var address = try database.address(connections: 1)
    address.limits.queue = .milliseconds(200)
    let store = try PostgreSQLStore(address), isOver = DispatchSemaphore(value: 0), beginning = Beginning()
    async let first: Bool = store.write { _ in
      beginning.tell()
      return isOver.wait(timeout: .now() + 120) == .success
    }
    await beginning.wait()
    let gone = Task { try await store.read { _ in true } }
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    await #expect(throws: StoreError(.busy, "")) { try await store.read { _ in true } }
    isOver.signal()
    #expect(try await first)
    #expect(try await store.read { _ in true })
  }

  @Test("a server that is silent, or gone, is given up in time, and used again once it is back")
  func silent() async throws {
    let database = try TestDatabase(in: TestPostgreSQL())
    var address = try database.address(connections: 1)
    (address.limits.silence, address.limits.takeover) = (.milliseconds(500), .milliseconds(500))
    let store = try PostgreSQLStore(address)
    try await store.write { try $0.insert(account) }
    try database.server.pause()
    await #expect(throws: StoreError(.unavailable, "")) { try await store.read { try $0.accounts(limit: 1) } }
    try database.server.goOn()
    var found: [Account]?
    for _ in 0..<20 where found == nil { found = try? await store.read { try $0.accounts(limit: 1) } }
    #expect(found == [account])
  }

  @Test("a database without tables, of another kind, or of another version is refused, and nothing in it changes")
  func kinds() throws {
    let server = try TestPostgreSQL.shared.get(), name = try server.makeDatabase()
    defer { try? server.drop(name) }
    let address = try PostgreSQLAddress(url: server.url(name))
    #expect(throws: StoreError(.outdated, "")) { try PostgreSQLStore(address) }
    try server.run("CREATE TABLE schema_version (version BIGINT NOT NULL)", in: name)
    #expect(throws: StoreError(.unavailable, "")) { try PostgreSQLStore(address) }
    #expect(throws: StoreError(.unavailable, "")) { try PostgreSQLStore.migrate(address) }
    #expect(try server.run("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'", in: name) == ["1"])
    try server.run("DROP TABLE schema_version", in: name)
    #expect(try PostgreSQLStore.migrate(address) == Migrations.steps.count)
    #expect(try PostgreSQLStore.migrate(address) == 0)
    _ = try PostgreSQLStore(address)
    try server.run("UPDATE schema_version SET version = version + 1", in: name)
    #expect(throws: StoreError(.unavailable, "")) { try PostgreSQLStore(address) }
  }

  @Test("a connection string with a password in it is refused, and so is one that names nothing") func addresses() {
    for url in ["postgresql://me:secret@host/db", "postgresql://me@host/db?password=secret", "mysql://host/db", "host"]
    {
      let problem = #expect(throws: ConfigurationProblem.self) { try PostgreSQLAddress(url: url) }
      #expect(problem?.sentence.english.contains("secret") == false)
    }
  }
}
