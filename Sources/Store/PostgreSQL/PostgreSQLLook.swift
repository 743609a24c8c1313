import Foundation
import Model

/// What a database server says about itself and about this server's role in it.
public struct PostgreSQLLook: Sendable {
  /// The server's version, such as 15.18.
  public var version: String
  public var database: String
  /// How many more connections the database takes, with those of this server already counted.
  public var freeConnections: Int
  /// How far the database's clock is ahead of this computer's, in seconds.
  public var clockAhead: Double
  /// The rights of the role that a site does not need, by PostgreSQL's names.
  public var needlessRights: [String]
  /// `true` if the connection is encrypted, or stays on this computer.
  public var isPrivate: Bool
  /// `true` if a commit waits for the disk.
  public var waitsForDisk: Bool
  /// `true` if a commit also waits for a standby.
  public var waitsForStandby: Bool
  /// `true` if something follows what the database writes, as a standby does. Which of them a commit waits for, only roles
  /// with more rights are told.
  public var isFollowed: Bool

  /// Connects once, and looks.
  /// - Throws: `StoreError.unavailable`.
  public init(_ address: PostgreSQLAddress) throws {
    self = try PostgreSQLLane(address).waiting(.read) { connection in
      let start = Date(), rows = try connection.query(Self.question, []), end = Date()
      guard let row = rows.first else { throw StoreError(.unreadable, "no row") }
      let here = (start.timeIntervalSince1970 + end.timeIntervalSince1970) / 2
      return try Self(row, here: here)
    }
  }

  private init(_ row: SQLRow, here: Double) throws {
    version = try row.text("version")
    database = try row.text("database")
    freeConnections = Int(try row.integer("most") - row.integer("kept_back") - row.integer("open")) + 1
    clockAhead = Double(try row.integer("now")) / 1000 - here
    needlessRights = try ["superuser", "createdb", "createrole", "replication", "bypassrls"].filter {
      try row.flag($0)
    }
    isPrivate = try row.flag("encrypted") || row.flag("local")
    waitsForDisk = try row.text("fsync") == "on" && row.text("synchronous_commit") != "off"
    waitsForStandby =
      try row.text("standbys") != "" && !["off", "local"].contains(row.text("synchronous_commit"))
    isFollowed = try row.integer("followers") > 0
  }

  private static let question = """
    SELECT current_setting('server_version') AS version, current_database()::text AS database,
      current_setting('max_connections')::bigint AS most,
      current_setting('superuser_reserved_connections')::bigint AS kept_back,
      (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS open,
      (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint AS now,
      rolsuper AS superuser, rolcreatedb AS createdb, rolcreaterole AS createrole, rolreplication AS replication,
      rolbypassrls AS bypassrls,
      COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
      COALESCE(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true) AS local,
      current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('synchronous_standby_names') AS standbys,
      (SELECT COUNT(*) FROM pg_stat_replication) AS followers
    FROM pg_roles WHERE rolname = current_user
    """
}
