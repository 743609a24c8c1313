import Synchronization

/// Work that all who ask for its outcome at the same time share, however many they are.
final class SharedLook: Sendable {
  private let look: @Sendable () async throws -> Void
  private let running = Mutex<Task<Void, any Error>?>(nil)

  init(_ look: @escaping @Sendable () async throws -> Void) { self.look = look }

  func outcome() async throws {
    let task = running.withLock { running in
      if let running { return running }
      let begun = Task {
        defer { self.running.withLock { $0 = nil } }
        try await look()
      }
      running = begun
      return begun
    }
    try await task.value
  }
}
