import Foundation
import Synchronization

/// One of the two PostgreSQL servers. Which of them takes writes changes.
final class DatabaseNode: Sendable {
  let name: String, port: Int
  private let folder: String, output: String
  private let part = Mutex<Part?>(nil)

  /// - Parameter folder: Belongs to the database's user.
  init(_ name: String, folder: String, port: Int, output: String) {
    self.name = name; self.folder = folder; self.port = port; self.output = output
  }
  private var data: String { folder + "/data" }

  /// The URI of the database here, as the owner of everything.
  func url(_ database: String) -> String {
    "postgresql://owner@127.0.0.1:\(port)/\(database)?connect_timeout=3"
  }

  func initialize() async throws {
    try await run(
      asDatabaseUser([
        RealParts.postgreSQL + "/initdb", "--pgdata=\(data)", "--username=owner", "--auth=trust", "--encoding=UTF8",
        "--locale=C", "--data-checksums",
      ]))
  }

  /// Throws away what it has, and takes everything from the other, of which it becomes the standby.
  func copy(from primary: DatabaseNode) async throws {
    try await run(["/usr/bin/rm", "-rf", data])
    try await run(
      asDatabaseUser([
        RealParts.postgreSQL + "/pg_basebackup", "--pgdata=\(data)", "--wal-method=stream", "--checkpoint=fast",
        "--write-recovery-conf", "--dbname=postgresql://owner@127.0.0.1:\(primary.port)/postgres",
      ]))
  }

  /// Starts it, and returns once it answers.
  func start() async throws {
    let settings = Self.settings + ["port=\(port)", "unix_socket_directories="]
    let command = [RealParts.postgreSQL + "/postgres", "-D", data] + settings.flatMap { ["-c", $0] }
    let started = try Part(asDatabaseUser(command), output: output, ending: "QUIT")
    part.withLock { $0 = started }
    try await wait(until: "database \(name) answers") { (try? await Query.run("SELECT 1", at: url("postgres"))) != nil }
  }

  /// Stops it at once, as a power cut does, and returns when nothing of it runs. This is what fences it, too.
  func stop() {
    part.withLock { part in
      part?.stop()
      part = nil
    }
  }
  var isRunning: Bool { part.withLock { $0?.isRunning ?? false } }

  /// Stops every process of it where it is, as a machine that hangs, until `goOn`.
  func pause() throws { try part.withLock { try $0?.sendAll(SIGSTOP) } }
  func goOn() throws { try part.withLock { try $0?.sendAll(SIGCONT) } }

  /// What a site would set, but for smaller files and shorter waits for a partner that is gone.
  private static let settings = [
    "listen_addresses=127.0.0.1", "max_connections=80", "shared_buffers=64MB", "hot_standby=on", "wal_keep_size=64MB",
    "max_wal_size=128MB", "min_wal_size=32MB", "wal_sender_timeout=5s", "wal_receiver_timeout=5s",
    "wal_receiver_status_interval=1s", "wal_retrieve_retry_interval=500ms", "timezone=UTC", "log_timezone=UTC",
  ]
}
