import Measurements
import Model
import Synchronization

/// A store whose transactions are timed, with the wait before each.
public final class MeasuredStore: Model.Store {
  private let store: any Model.Store
  private let open = Atomic<Int>(0)
  /// The number of transactions that were asked for and are not over.
  public var waiting: Int { open.load(ordering: .relaxed) }

  public init(_ store: any Model.Store) { self.store = store }

  public func write<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result {
    try await timed(.write) { try await self.store.write(work) }
  }
  public func read<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result {
    try await timed(.read) { try await self.store.read(work) }
  }
  public func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result? {
    try await timed(.write) { try await self.store.sweep(work) }
  }
  public func chainWaiting() async throws -> Bool { try await store.chainWaiting() }
  public func forgetDeleted() async -> Bool { await store.forgetDeleted() }

  private func timed<Result: Sendable>(
    _ access: Measured.Access, _ work: () async throws -> Result
  ) async throws -> Result {
    let start = ContinuousClock.now
    open.wrappingAdd(1, ordering: .relaxed)
    defer {
      open.wrappingSubtract(1, ordering: .relaxed)
      Measured.store(access, took: ContinuousClock.now - start)
    }
    return try await work()
  }
}
