import Foundation
import Logging
import PasskeyHands
import ServiceLifecycle
import TerminalSurface

extension KeysLines {
  convenience init(_ queue: AuthenticatorQueue, _ watch: PersonWatch) {
    self.init(queue, watch) {
      PosixTerminal(output: STDERR_FILENO).buzz()
      complain("Here is the security key that was looked for.", after: "")
    }
  }

  /// Then all of them are closed.
  /// - Parameter say: Tells the person or program that it can be told to stop. Not before: a signal that nobody waits for ends the process, and
  ///   leaves the sockets where they are.
  func untilToldToStop(_ say: @escaping @Sendable () -> Void) async throws {
    var logger = Logger(label: "latchstring.keys")
    logger.logLevel = .critical
    defer { close() }
    try await ServiceGroup(configuration: .init(services: [Waiting(say: say)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)).run()
  }
}

private struct Waiting: Service {
  let say: @Sendable () -> Void
  func run() async throws {
    say()
    try await gracefulShutdown()
  }
}
