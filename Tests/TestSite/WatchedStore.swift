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
    let (result, changes) = try await store.write { try Self.watched($0, work) }
    kept.withLock { $0 += changes }
    return result
  }
  func sweep<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result? {
    guard let (result, changes) = try await store.sweep({ try Self.watched($0, work) }) else { return nil }
    kept.withLock { $0 += changes }
    return result
  }
  private static func watched<Result>(
    _ records: any Records, _ work: (any Records) throws -> Result
  ) throws -> (Result, [String]) {
    let watched = WatchedRecords(records)
    return (try work(watched), watched.changes)
  }
  func chainWaiting() async throws -> Bool { try await store.chainWaiting() }
  func forgetDeleted() async -> Bool { await store.forgetDeleted() }
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result {
    try await store.read(work)
  }
}
