import Hummingbird
import Logging
import ServiceLifecycle
import TestSite
import Testing

@testable import HummingbirdPasskeys

/// The example for other packages, running in this process: a site that is not ours.
func withExample(_ body: (String) async throws -> Void) async throws {
  let port = try FreePort.find()
  let (running, signal) = AsyncStream<Bool>.makeStream()
  let application = Server.application(port: port) { signal.yield(true) }
  let group = ServiceGroup(services: [application], logger: Logger(label: "example") { _ in SwiftLogNoOpLogHandler() })
  let task = Task {
    defer { signal.finish() }
    try await group.run()
  }
  try #require(await running.first { $0 } == true, "the example ended before it listened")
  let result: Result<Void, any Error>
  do { result = .success(try await body("http://localhost:\(port)/")) } catch { result = .failure(error) }
  await group.triggerGracefulShutdown()
  _ = try? await task.value
  try result.get()
}
