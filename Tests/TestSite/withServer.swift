import Logging
import ServiceLifecycle

/// Runs a server in this process for as long as `body` takes.
///
/// - Parameter make: Makes the server; receives a closure to call once it listens.
/// - Throws: Also the error with which the server ended before it listened.
public func withServer<Result: Sendable>(
  logger: Logger, isolation: isolated (any Actor)? = #isolation,
  _ make: (@escaping @Sendable () -> Void) -> any Service,
  _ body: () async throws -> Result
) async throws -> Result {
  let (running, signal) = AsyncStream<Void>.makeStream()
  let group = ServiceGroup(services: [make { signal.yield() }], logger: logger)
  let task = Task {
    defer { signal.finish() }
    try await group.run()
  }
  guard await running.first(where: { true }) != nil else {
    try await task.value
    throw TestSiteError()
  }
  let result: Swift.Result<Result, any Error>
  do { result = .success(try await body()) } catch { result = .failure(error) }
  await group.triggerGracefulShutdown()
  // A cancelled server drops connections that it accepted and has not served yet, which swift-nio takes for an error of
  // ours and traps. One that may finish serves them. What a test left open for good ends with the cancellation.
  let patience = Task {
    try await Task.sleep(for: .milliseconds(500))
    task.cancel()
  }
  _ = try? await task.value
  patience.cancel()
  return try result.get()
}
