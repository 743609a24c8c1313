import Foundation

/// The one chromedriver of this test process, started when the first page is requested and gone with the process.
///
/// It listens on a free loopback port. Its log and all profiles live in one temporary folder, which is removed with it;
/// errors quote the log's end.
public actor Chromedriver {
  public static let shared = Chromedriver()

  private var start: Task<Running, any Error>?
  private let places = Places.forPages()
  /// Browsers that have served a test and are as good as new.
  private var idle: [BrowserSession] = []

  private struct Running {
    let process: GuardedProcess
    let client: WebDriverClient
  }

  /// Starts a browser, or takes a renewed one; waits while too many are open. Each must be passed to `close`.
  func open(_ setup: PageSetup) async throws -> BrowserSession {
    let running = try await running()
    await places.take()
    if setup == PageSetup(), let session = idle.popLast() { return session }
    do {
      return try await ChromiumDriver.start(client: running.client, setup: setup)
    } catch {
      await places.leave()
      throw error
    }
  }

  /// - Parameter isUsable: `true` if another test may use the browser; `false` after a thrown error, because the
  ///   browser's state is then unknown.
  func close(_ session: BrowserSession, of setup: PageSetup, isUsable: Bool) async {
    if isUsable, setup == PageSetup(), await session.renew() { idle.append(session) } else { await session.end() }
    await places.leave()
  }

  /// Stops the driver and all of its browsers, just as the end of the process does. A later page starts a new driver.
  public func stop() async {
    if let running = try? await start?.value { running.process.stop() }
    start = nil
    idle = []
  }

  private func running() async throws -> Running {
    if let start { return try await start.value }
    let task = Task { try await Self.launch() }
    start = task
    return try await task.value
  }

  private static func launch() async throws -> Running {
    let program = try Programs.chromedriver()
    _ = try Programs.chromium()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("browser-tests-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let log = folder + "/chromedriver.log"
    let process = try GuardedProcess(folder: folder, command: [program, "--port=0", "--log-path=\(log)"])
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      if let match = process.output.firstMatch(of: /started successfully on port (\d+)/) {
        return Running(process: process, client: WebDriverClient(address: "http://127.0.0.1:\(match.1)", log: log))
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    let output = process.output
    process.stop()
    throw BrowserError(.driver, "chromedriver did not say its port within 20 s: \(output)")
  }
}
