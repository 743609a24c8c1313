import EscrowProvider
import TestSite

/// A provider that runs until a test stops it, for tests with several providers or with one that disappears midway.
public struct RunningProvider: Sendable {
  public let provider: TestProvider
  private let end: AsyncStream<Void>.Continuation
  private let task: Task<Void, any Error>

  public static func start(
    clock: TestClock, change: @escaping @Sendable (inout ProviderSettings) -> Void = { _ in }
  ) async throws -> RunningProvider {
    let (ends, end) = AsyncStream<Void>.makeStream(), (begins, begin) = AsyncStream<TestProvider>.makeStream()
    let task = Task {
      defer { begin.finish() }
      try await withProvider(clock: clock, change: change) { provider in
        begin.yield(provider)
        for await _ in ends {}
      }
    }
    guard let provider = await begins.first(where: { _ in true }) else {
      try await task.value
      throw TestSiteError()
    }
    return RunningProvider(provider: provider, end: end, task: task)
  }

  /// Stops the provider, so that its address no longer answers. A second call does nothing.
  public func stop() async {
    end.finish()
    _ = try? await task.value
  }
}
