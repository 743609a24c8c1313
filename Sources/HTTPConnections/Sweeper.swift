import AsyncAlgorithms
import Logging
import Model
import ServiceLifecycle

/// Removes expired and abandoned items once a minute.
public struct Sweeper: Service {
  private let logger: Logger
  private let sweep: @Sendable () async throws -> Void

  public init(logger: Logger, sweep: @escaping @Sendable () async throws -> Void) {
    self.logger = logger; self.sweep = sweep
  }

  public func run() async throws {
    for await _ in AsyncTimerSequence(interval: .seconds(60), clock: .continuous).cancelOnGracefulShutdown() {
      do { try await sweep() } catch {
        logger.error("sweep failed", metadata: ["error": "\(type(of: error))"], source: Product.logSource)
      }
    }
  }
}
