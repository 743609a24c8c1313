import AsyncAlgorithms
import Logging
import Model
import ServiceLifecycle

/// Gives the audit log's waiting entries their places, several times a second. Where several servers share a database,
/// whichever comes first does it.
struct AuditChaining: Service {
  let store: any Store
  let logger: Logger

  func run() async throws {
    let turns = AsyncTimerSequence(interval: .milliseconds(200), clock: .continuous)
    var isFailing = false
    for await _ in turns.cancelOnGracefulShutdown() {
      do {
        while try await store.chainWaiting() {}
        isFailing = false
      } catch {
        // Said once, however long the database is away.
        if !isFailing { logger.error("the audit log waits", metadata: ["error": "\(type(of: error))"]) }
        isFailing = true
      }
    }
  }
}
