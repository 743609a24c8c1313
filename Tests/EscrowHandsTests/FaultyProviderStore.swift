import EscrowProvider
import Model
import Synchronization

/// A provider's store that a test can make unreachable.
final class FaultyProviderStore: ProviderStore {
  private struct Fault: Error {}
  private let store: any ProviderStore
  private let faulty = Mutex(false)
  init(_ store: any ProviderStore) { self.store = store }

  var isFaulty: Bool {
    get { faulty.withLock { $0 } }
    set { faulty.withLock { $0 = newValue } }
  }

  func write<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    guard !isFaulty else { throw Fault() }
    return try await store.write(work)
  }
  func read<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    guard !isFaulty else { throw Fault() }
    return try await store.read(work)
  }
  func emptyLog() async { await store.emptyLog() }
}
