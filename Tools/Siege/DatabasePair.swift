import Foundation
import Synchronization
import TestSite

/// A primary and a synchronous standby, which change places.
final class DatabasePair: Sendable {
  private let nodes: [DatabaseNode]
  private let first = Mutex(0)
  /// The small disk on which the first of them is; `nil` if there is none.
  let smallDisk: String?

  static let database = "latchstring"

  init(in place: Place) async throws {
    let ports = try FreePort.find(row: 2)
    smallDisk = place.smallDisk
    let one = try await place.folder(smallDisk == nil ? "one" : "small/one", forDatabase: true)
    let other = try await place.folder("other", forDatabase: true)
    nodes = [
      DatabaseNode("one", folder: one, port: ports, output: place.path + "/one.log"),
      DatabaseNode("other", folder: other, port: ports + 1, output: place.path + "/other.log"),
    ]
  }

  var primary: DatabaseNode { nodes[first.withLock { $0 }] }
  var standby: DatabaseNode { nodes[1 - first.withLock { $0 }] }
  var isOnSmallDisk: Bool { smallDisk != nil && first.withLock { $0 } == 0 }

  /// What the servers' settings name: both machines, of which the one that takes writes is used.
  func url(_ database: String = DatabasePair.database) -> String {
    let places = nodes.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    return "postgresql://latchstring@\(places)/\(database)?target_session_attrs=read-write"
  }
  /// Asks the primary, as the owner of everything.
  @discardableResult
  func ask(_ sql: String, in database: String = DatabasePair.database) async throws -> [[String]] {
    try await Query.run(sql, at: primary.url(database))
  }

  /// Makes both, with an empty database that belongs to a role without other rights.
  func begin() async throws {
    try await primary.initialize()
    try await primary.start()
    try await ask("CREATE ROLE latchstring LOGIN", in: "postgres")
    try await makeDatabase(Self.database)
    try await attach()
  }
  func makeDatabase(_ name: String) async throws {
    let sql = "CREATE DATABASE \(name) OWNER latchstring ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0"
    try await ask(sql, in: "postgres")
  }

  /// Stops the primary, and then lets the standby take its place.
  /// - Parameter then: Called once the primary is stopped.
  func promote(then: () -> Void = {}) async throws {
    primary.stop()
    then()
    try await swap()
  }
  /// Lets the standby take the primary's place. Both run on, and both would take writes.
  func promoteWithoutFencing() async throws { try await swap() }

  private func swap() async throws {
    let next = standby
    try await Query.run("SELECT pg_promote(true, 30)", at: next.url("postgres"))
    first.withLock { $0 = 1 - $0 }
  }

  /// Makes the one that is not the primary its synchronous standby, from a new copy of everything.
  func attach() async throws {
    standby.stop()
    try await standby.copy(from: primary)
    try await standby.start()
    try await wait(until: "the standby receives") {
      try await !ask("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'", in: "postgres").isEmpty
    }
    // Only now: a primary that waits for a standby that is not there yet confirms nothing.
    try await waitForStandby(true)
    try await settle()
  }
  /// Returns once the primary answers, and confirms what its standby has as well.
  func settle() async throws {
    try await wait(.seconds(60), until: "the primary has its standby") {
      let found = try? await ask("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'", in: "postgres")
      return found?.isEmpty == false
    }
  }
  /// Sets whether the primary confirms only what its standby has as well.
  func waitForStandby(_ waits: Bool) async throws {
    try await ask("ALTER SYSTEM SET synchronous_standby_names = '\(waits ? "*" : "")'", in: "postgres")
    try await ask("SELECT pg_reload_conf()", in: "postgres")
  }

  /// Ends every connection of the servers.
  func cut() async throws {
    try await ask(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'latchstring'", in: "postgres")
  }

  func stop() { for node in nodes { node.stop() } }
}
