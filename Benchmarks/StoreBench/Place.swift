import Foundation
import GRDB
import Store
import TestPostgreSQL
import TestProgram
import TestSite

/// A `latchstring serve` of its own, with a database that waits for the disk.
final class Place {
  let kind: DatabaseKind
  let folder: URL
  let port: Int
  /// The cores that the server has; those of the machine if a database shares them.
  private let cores: Range<Int>
  private let server: TestPostgreSQL?
  private let database: String?
  private var program: RunningProgram?

  init(_ kind: DatabaseKind) async throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-bench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try FreePort.find()
    cores = kind == .sqlite ? Machine.halves.server : 0..<Machine.cores
    try await Machine.stay(on: kind == .sqlite ? Machine.halves.clients : cores)
    server = kind == .postgreSQL ? try TestPostgreSQL(Self.durable) : nil
    database = try server?.makeDatabase()
    if let server, let database { try PostgreSQLStore.migrate(PostgreSQLAddress(url: server.url(database))) }
    try writeSettings()
    try await start()
  }

  /// In the tests, PostgreSQL does not wait for the disk.
  private static let durable = [
    "fsync = on", "synchronous_commit = on", "full_page_writes = on", "autovacuum = on", "max_wal_size = 4GB",
  ]
  private var config: String { folder.appending(path: "serve.json").path }

  private func writeSettings() throws {
    var settings: [String: Any] = [
      "data": folder.path, "port": port, "rp": ["id": "latchstring.localhost"],
      "origins": ["http://latchstring.localhost:\(port)"], "posts": ["per": ["minute": 0]],
      "accounts": ["per": ["day": 0]], "trusted": ["proxies": 1],
    ]
    if let server, let database { settings["database"] = ["url": server.url(database)] }
    try JSONSerialization.data(withJSONObject: settings).write(to: URL(filePath: config))
  }

  private func start() async throws {
    let log = open(folder.appending(path: "log").path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(log) }
    let command = Machine.command(with: [TestProgram.latchstring, "serve", "--config", config], on: cores)
    let program = try await RunningProgram(TestProgram(command), output: log, errors: log)
    self.program = program
    let visitor = Visitor(port: port), end = ContinuousClock.now + .seconds(60)
    while (try? await visitor.get("/healthz"))?.status != 200 {
      guard ContinuousClock.now < end else { throw BenchError("The server does not start: see \(folder.path)/log.") }
      try await Task.sleep(for: .milliseconds(20))
    }
    try await Task.sleep(for: .seconds(2))
  }

  func restart() async throws {
    try await stop()
    try await start()
  }
  func stop() async throws {
    program?.send(SIGTERM)
    _ = try await program?.ended()
    program = nil
  }
  func end() {
    program?.send(SIGKILL)
    program = nil
    try? FileManager.default.removeItem(at: folder)
  }

  /// The memory that the server has now, in MiB.
  var memory: Int { program.flatMap { Machine.memory(of: $0.processIdentifier) } ?? 0 }
  /// The processor's time that the server has taken, in seconds.
  var processorTime: Double { program.flatMap { Machine.processorTime(of: $0.processIdentifier) } ?? .nan }

  /// The bytes of the database, and those that PostgreSQL wrote to its log until now.
  func bytes() throws -> (database: Int, log: Int) {
    guard let server, let database else {
      let file = folder.appending(path: "latchstring.sqlite").path
      let pages = try DatabaseQueue(path: file).read { database in
        try (Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
          - (Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0)
      }
      return (pages * 4096, 0)
    }
    func number(_ sql: String) throws -> Int { try Int(server.run(sql, in: database).first ?? "") ?? 0 }
    return (
      try number("SELECT pg_database_size(current_database())::bigint"),
      try number("SELECT (pg_current_wal_lsn() - '0/0')::bigint")
    )
  }

  /// The number of the audit log's entries that wait for their places.
  func waiting() throws -> Int {
    guard let server, let database else { return 0 }
    return try Int(server.run("SELECT count(*)::bigint FROM audit_waiting", in: database).first ?? "") ?? 0
  }

  /// Runs statements on the database itself.
  func run(_ statements: [String]) throws {
    guard let server, let database else {
      let file = folder.appending(path: "latchstring.sqlite").path
      return try DatabaseQueue(path: file).write { database in
        for statement in statements { try database.execute(sql: statement) }
      }
    }
    for statement in statements { try server.run(statement, in: database) }
  }
  /// The names of a table's columns.
  func columns(of table: String) throws -> [String] {
    guard let server, let database else {
      let file = folder.appending(path: "latchstring.sqlite").path
      return try DatabaseQueue(path: file).read { database in
        try database.columns(in: table).map(\.name)
      }
    }
    return try server.run(
      """
      SELECT column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = '\(table)' ORDER BY ordinal_position
      """, in: database)
  }
}
