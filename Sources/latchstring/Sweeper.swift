import AsyncAlgorithms
import Logging
import ServiceLifecycle

/// Ends once a minute what was left alone, or is over.
struct Sweeper: Service {
  let logger: Logger
  let sweep: @Sendable () async throws -> Void

  func run() async throws {
    for await _ in AsyncTimerSequence(interval: .seconds(60), clock: .continuous).cancelOnGracefulShutdown() {
      do { try await sweep() } catch { logger.error("sweep failed", metadata: ["error": "\(type(of: error))"]) }
    }
  }
}
