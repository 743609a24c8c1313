import AsyncAlgorithms
import Logging
import Runner
import ServiceLifecycle

/// Ends once a minute what was left alone.
struct Sweeper: Service {
  let runner: Runner
  let logger: Logger

  func run() async throws {
    for await _ in AsyncTimerSequence(interval: .seconds(60), clock: .continuous).cancelOnGracefulShutdown() {
      do { try await runner.sweep() } catch { logger.error("sweep failed", metadata: ["error": "\(type(of: error))"]) }
    }
  }
}
