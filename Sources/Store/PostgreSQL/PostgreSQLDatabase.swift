import Foundation
import Model
import Sentences

/// A PostgreSQL database with any set of tables. A store for a different room's tables builds on it, as
/// `PostgreSQLStore` does.
package struct PostgreSQLDatabase: Sendable {
  private let pool: PostgreSQLPool
  private let address: PostgreSQLAddress
  /// What was sent over this server's connections.
  package var traffic: PostgreSQLTraffic { pool.traffic }

  /// Connects to a database whose tables are there and up to date.
  ///
  /// - Parameter table: A table that every database of this kind has. Its absence indicates a database of a different
  ///   kind.
  /// - Throws: `StoreError.outdated` if the tables are missing or those of an older version, `StoreError.unavailable` if
  ///   the database cannot be reached, is of a different kind, or was written by a newer version.
  package init(_ address: PostgreSQLAddress, having table: String, _ steps: [MigrationStep]) throws {
    self.address = address
    pool = PostgreSQLPool(address)
    let (version, closed) = try PostgreSQLLane(address).waiting(.read) { connection in
      (try Self.version(on: connection, having: table), try connection.query(Self.closedTables, []).first)
    }
    if let closed {
      throw StoreError(
        .unavailable, "this server's role may not use the table \(Sentence(verbatim: try closed.text("name")))")
    }
    try Migrations.refuseNewer(version, than: steps)
    guard version == steps.count else {
      throw StoreError(
        .outdated,
        version == 0
          ? "it has no tables yet. Make them, with the same settings: latchstring database migrate"
          : """
          its tables are those of an older version. Bring them up to date, with the same settings: latchstring database \
          migrate
          """)
    }
  }

  /// Makes the tables, or brings them up to date, in one transaction. Servers of the version before may run meanwhile.
  ///
  /// - Returns: How many steps there were to do.
  package static func migrate(
    _ address: PostgreSQLAddress, having table: String, _ steps: [MigrationStep]
  ) throws -> Int {
    try PostgreSQLLane(address).waiting(.migration) { connection in
      let version = try version(on: connection, having: table)
      if version > 0 { _ = try connection.query("SELECT version FROM schema_version FOR UPDATE", []) }
      try Migrations.run(steps, on: connection)
      return steps.count - version
    }
  }

  /// The tables that this server's role may not both read and change, which would show only when somebody needs them. Those
  /// of extensions are nobody's concern here.
  private static let closedTables = """
    SELECT tablename::text AS name FROM pg_tables, quote_ident(schemaname) AS place, quote_ident(tablename) AS own
    WHERE schemaname = current_schema() AND NOT (
      has_table_privilege(place || '.' || own, 'SELECT') AND has_table_privilege(place || '.' || own, 'INSERT')
      AND has_table_privilege(place || '.' || own, 'UPDATE') AND has_table_privilege(place || '.' || own, 'DELETE'))
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = (place || '.' || own)::regclass AND deptype = 'e')
    ORDER BY tablename LIMIT 1
    """

  /// Returns the number of steps that were done; 0 if nothing is there.
  private static func version(on connection: PostgreSQLConnection, having table: String) throws -> Int {
    func isThere(_ name: String) throws -> Bool {
      try connection.query(
        "SELECT 1 AS one FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1", [.text(name)]
      ).first != nil
    }
    guard try isThere("schema_version") else { return 0 }
    guard try isThere(table) else { throw StoreError(.unavailable, "it is a database of another kind") }
    return try Migrations.version(on: connection)
  }

  package func write<Result: Sendable>(
    _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result { try await pool.perform(.write, work) }

  package func read<Result: Sendable>(
    _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result { try await pool.perform(.read, work) }

  package func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Result
  ) async throws -> Result { try await pool.perform(.sweep, work) }
}
