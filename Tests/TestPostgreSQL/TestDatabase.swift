import Foundation
import Model
import Store

/// The kinds of database in which a site can be.
public enum DatabaseKind: String, CaseIterable, Sendable {
  case sqlite, postgreSQL

  /// The kind that tests use which do not care. `LATCHSTRING_TEST_DATABASE=postgreSQL` runs them all on the other.
  @TaskLocal public static var current =
    ProcessInfo.processInfo.environment["LATCHSTRING_TEST_DATABASE"].flatMap(Self.init(rawValue:)) ?? .sqlite

  /// Makes an empty store of this kind, which goes with the last reference to it.
  public func makeStore() throws -> any Store {
    switch self {
    case .sqlite: try SQLiteStore()
    case .postgreSQL: try TestDatabase().store()
    }
  }
}

/// A database with this version's tables in the tests' own PostgreSQL. It goes with the last reference to it.
public final class TestDatabase: Sendable {
  public let server: TestPostgreSQL
  public let name: String
  public var url: String { server.url(name) }

  /// - Parameters:
  ///   - kind: The name of what is kept in it.
  ///   - migrate: Makes the tables of this kind.
  public init(
    in server: TestPostgreSQL? = nil, of kind: String = "site",
    _ migrate: (PostgreSQLAddress) throws -> Void = { try PostgreSQLStore.migrate($0) }
  ) throws {
    self.server = try server ?? TestPostgreSQL.shared.get()
    name = try self.server.makeDatabase(of: kind, migrate)
  }
  deinit { try? server.drop(name) }

  public func address(connections: Int? = nil) throws -> PostgreSQLAddress {
    try PostgreSQLAddress(url: url, connections: connections)
  }
  /// Opens the database as one more server does.
  public func store(connections: Int? = nil) throws -> any Store {
    KeptStore(store: try PostgreSQLStore(address(connections: connections)), database: self)
  }

  /// Keeps the database as long as its store.
  private struct KeptStore: Store {
    let store: PostgreSQLStore
    let database: TestDatabase

    func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      try await store.write(work)
    }
    func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
      try await store.read(work)
    }
    func sweep<Result: Sendable>(
      _ work: @escaping @Sendable (any Records) throws -> Result
    ) async throws -> Result? { try await store.sweep(work) }
    func chainWaiting() async throws -> Bool { try await store.chainWaiting() }
  }
}
