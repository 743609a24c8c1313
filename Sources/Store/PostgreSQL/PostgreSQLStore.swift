import Foundation
import Model

/// A store in a PostgreSQL database, which several servers may share.
///
/// Every write is SERIALIZABLE: it takes effect as if it had been alone, or is tried again. A closure may therefore run
/// more than once. A read sees one moment of the primary.
public struct PostgreSQLStore: Store {
  private let database: PostgreSQLDatabase
  /// What was sent over this server's connections.
  package var traffic: PostgreSQLTraffic { database.traffic }

  /// Connects to a database whose tables are there and up to date; see ``migrate(_:)``.
  ///
  /// - Throws: `StoreError.outdated` if the tables are missing or those of an older version, `StoreError.unavailable` if
  ///   the database cannot be reached, is not one of ours, or was written by a newer version.
  public init(_ address: PostgreSQLAddress) throws {
    database = try PostgreSQLDatabase(address, having: "accounts", Migrations.steps)
  }

  /// Makes the tables, or brings them up to date.
  /// - Returns: How many steps there were to do.
  @discardableResult
  public static func migrate(_ address: PostgreSQLAddress) throws -> Int {
    try PostgreSQLDatabase.migrate(address, having: "accounts", Migrations.steps)
  }

  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result {
    try await Consequences.of { consequences in
      try await database.write { try consequences.perform(work, on: $0) }
    }
  }
  public func read<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result {
    try await Consequences.of { consequences in
      try await database.read { try consequences.perform(work, on: $0) }
    }
  }
  public func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result? {
    try await Consequences.of { consequences in
      try await database.sweep { connection in
        guard try SQLRecords(connection: connection).isMyTurn("sweeping") else { return nil }
        return try consequences.perform(work, on: connection)
      }
    }
  }
  public func chainWaiting() async throws -> Bool {
    try await database.sweep { try SQLRecords(connection: $0).chainWaiting(limit: Self.batch) }
  }

  /// The number of entries of the audit log that get their places in one transaction.
  static let batch = 500
}
