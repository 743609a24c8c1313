import Model
import Synchronization

/// The real store, which also records its changes, so that a test can say "nothing was written". A rolled-back
/// transaction changes nothing.
final class WatchedStore: Store {
  private let store: any Store
  private let kept = Mutex<[String]>([])
  init(_ store: any Store) { self.store = store }

  var changes: [String] { kept.withLock { $0 } }

  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    let (result, changes) = try await store.write { records in
      let watched = WatchedRecords(records)
      return (try work(watched), watched.changes)
    }
    kept.withLock { $0 += changes }
    return result
  }
  func forgetDeleted() async -> Bool { await store.forgetDeleted() }
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    try await store.read(work)
  }
}
