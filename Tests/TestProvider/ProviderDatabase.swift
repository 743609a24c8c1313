import EscrowProvider
import Store
import TestPostgreSQL

extension DatabaseKind {
  /// Makes an empty provider's store of this kind, which goes with the last reference to it.
  public func makeProviderStore() throws -> any ProviderStore {
    switch self {
    case .sqlite: try SQLiteProviderStore()
    case .postgreSQL: try TestDatabase.ofProvider().providerStore()
    }
  }
}

extension TestDatabase {
  /// Makes a database with a provider's tables.
  public static func ofProvider() throws -> TestDatabase {
    try TestDatabase(of: "provider") { try PostgreSQLProviderStore.migrate($0) }
  }
  /// Opens the database as one more process of the provider does.
  public func providerStore(connections: Int? = nil) throws -> any ProviderStore {
    KeptProviderStore(store: try PostgreSQLProviderStore(address(connections: connections)), database: self)
  }
}

/// Keeps the database as long as its store.
private struct KeptProviderStore: ProviderStore {
  let store: PostgreSQLProviderStore
  let database: TestDatabase

  func write<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result { try await store.write(work) }
  func read<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result { try await store.read(work) }
  func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result? { try await store.sweep(work) }
  func emptyLog() async { await store.emptyLog() }
}
