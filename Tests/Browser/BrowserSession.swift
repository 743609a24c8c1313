/// One Chromium process with its own profile, and its tabs. Commands are sent one at a time, each to its intended tab.
actor BrowserSession {
  private let client: WebDriverClient
  private let id: String
  private(set) var currentTab: String
  private var last: Task<JSON, any Error>?
  var renewals = 0, traces = TabTraces()

  private init(client: WebDriverClient, id: String, tab: String) {
    self.client = client
    self.id = id
    self.currentTab = tab
  }

  static func start(client: WebDriverClient, setup: PageSetup) async throws -> BrowserSession {
    let capabilities = setup.capabilities(chromium: try Programs.chromium())
    let session = try await client.send(.post, "/session", ["capabilities": ["alwaysMatch": capabilities]])
    guard let id = session["sessionId"].string else { throw BrowserError(.driver, "no session id in \(session)") }
    guard let tab = try await client.send(.get, "/session/\(id)/window").string else {
      throw BrowserError(.driver, "no window handle")
    }
    return BrowserSession(client: client, id: id, tab: tab)
  }

  var firstTab: String { currentTab }

  /// Ends the browser. By the time the driver answers, Chromium and its profile are gone.
  func end() async {
    _ = try? await client.send(.delete, "/session/\(id)")
  }

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
      try await cdp("Page.bringToFront")
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
    try await client.send(method, "/session/\(id)/\(path)", body)
  }
  func cdp(_ name: String, _ parameters: JSON = [:]) async throws {
    try await command(.post, "goog/cdp/execute", ["cmd": .string(name), "params": parameters])
  }
}
