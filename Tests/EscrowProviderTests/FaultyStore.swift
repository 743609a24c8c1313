import EscrowProvider
import Model
import Synchronization

/// The real store, failing at one of its writes: before any of it is stored, or after all of it is but without an
/// acknowledgment. This is the state that a kill at that moment leaves.
final class FaultyStore: ProviderStore {
  enum Moment: CaseIterable, Sendable { case before, after }
  struct Killed: Error {}
  private let store: any ProviderStore
  private let left = Mutex<(count: Int, moment: Moment)?>(nil)
  init(_ store: any ProviderStore) { self.store = store }

  /// Fails at the write after this many successful ones.
  func fail(after count: Int, _ moment: Moment) { left.withLock { $0 = (count, moment) } }
  /// `true` if the fault is still to come.
  var isArmed: Bool { left.withLock { $0 != nil } }
  func disarm() { left.withLock { $0 = nil } }

  func write<Result: Sendable>(_ work: @escaping @Sendable (any ProviderRecords) throws -> Result) async throws
    -> Result
  {
    let moment: Moment? = left.withLock { left in
      guard let (count, moment) = left else { return nil }
      left = count == 0 ? nil : (count - 1, moment)
      return count == 0 ? moment : nil
    }
    if moment == .before { throw Killed() }
    let result = try await store.write(work)
    if moment == .after { throw Killed() }
    return result
  }
  func read<Result: Sendable>(
    _ work: @escaping @Sendable (any ProviderRecords) throws -> Result
  ) async throws -> Result {
    try await store.read(work)
  }
  func emptyLog() async { await store.emptyLog() }
}
