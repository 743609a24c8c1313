import Logging
import TestSite

@testable import HummingbirdPasskeys

/// The example for other packages, running in this process: a foreign site.
func withExample(_ body: (String) async throws -> Void) async throws {
  let port = try FreePort.find()
  try await withServer(logger: Logger(label: "example") { _ in SwiftLogNoOpLogHandler() }) { listens in
    Server.application(port: port, onRunning: listens)
  } _: {
    try await body("http://localhost:\(port)/")
  }
}
