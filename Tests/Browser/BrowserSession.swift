/// One browser with its own profile, and its tabs. Commands are sent one at a time, each to its intended tab.
actor BrowserSession {
  nonisolated let driver: any BrowserDriver
  private(set) var currentTab: String
  private var last: Task<JSON, any Error>?
  var renewals = 0, traces = TabTraces()

  /// - Parameter tab: The tab that the driver sends commands to so far.
  init(driver: any BrowserDriver, tab: String) {
    self.driver = driver
    self.currentTab = tab
  }

  var firstTab: String { currentTab }

  /// Ends the browser. Afterwards, its processes and its profile are gone.
  func end() async { await driver.end() }

  /// Queues behind earlier commands, so that two tabs used at the same time cannot get each other's commands.
  func send(to tab: String, _ method: WebDriverClient.Method, _ path: String, _ body: JSON) async throws -> JSON {
    let earlier = last
    let task = Task {
      _ = await earlier?.result
      return try await self.sendNow(to: tab, method, path, body)
    }
    last = task
    return try await task.value
  }

  /// A tab in the background has no focus, and without focus WebAuthn refuses; so a tab comes to the front when it is
  /// used.
  private func sendNow(
    to tab: String, _ method: WebDriverClient.Method, _ path: String, _ body: JSON
  ) async throws -> JSON {
    if tab != currentTab {
      try await turn(to: tab)
      try await driver.bringToFront()
    }
    let answer = try await command(method, path, body)
    if path == "goog/cdp/execute" { traces.note(body["cmd"].string ?? "", answer) }
    return answer
  }

  func turn(to tab: String) async throws {
    try await command(.post, "window", ["handle": .string(tab)])
    currentTab = tab
  }
  @discardableResult
  func command(_ method: WebDriverClient.Method, _ path: String, _ body: JSON = [:]) async throws -> JSON {
    try await driver.send(method, path, body)
  }
  func cdp(_ name: String, _ parameters: JSON = [:]) async throws {
    try await command(.post, "goog/cdp/execute", ["cmd": .string(name), "params": parameters])
  }
}
