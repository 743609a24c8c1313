import Model

@testable import Store

/// A store that performs each write twice, as one does whose first transaction was lost. Only the second takes effect.
struct RepeatingStore: Model.Store {
  private struct Lost: Error {}
  private let inner: SQLiteStore
  init() throws { inner = try SQLiteStore() }

  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    try await inner.write { records in
      guard let records = records as? SQLRecords<SQLiteConnection> else { throw Lost() }
      do {
        try records.attempt {
          _ = try work(records)
          throw Lost()
        }
      } catch {}
      return try records.consequences.perform(work, on: records.connection)
    }
  }
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    try await inner.read(work)
  }
}
