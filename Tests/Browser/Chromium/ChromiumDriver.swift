/// One Chromium process with its own profile, as chromedriver drives it.
struct ChromiumDriver: BrowserDriver {
  let client: WebDriverClient
  let id: String

  static func start(client: WebDriverClient, setup: PageSetup) async throws -> BrowserSession {
    let capabilities = setup.capabilities(chromium: try Programs.chromium())
    let session = try await client.send(.post, "/session", ["capabilities": ["alwaysMatch": capabilities]])
    guard let id = session["sessionId"].string else { throw BrowserError(.driver, "no session id in \(session)") }
    guard let tab = try await client.send(.get, "/session/\(id)/window").string else {
      throw BrowserError(.driver, "no window handle")
    }
    return BrowserSession(driver: ChromiumDriver(client: client, id: id), tab: tab)
  }

  func send(_ method: WebDriverClient.Method, _ path: String, _ body: JSON) async throws -> JSON {
    try await client.send(method, "/session/\(id)/\(path)", body)
  }

  func bringToFront() async throws {
    _ = try await send(.post, "goog/cdp/execute", ["cmd": "Page.bringToFront", "params": [:]])
  }

  func tools(for page: Page) -> any BrowserTools { DevTools(page: page) }

  /// By the time the driver answers, Chromium and its profile are gone.
  func end() async { _ = try? await client.send(.delete, "/session/\(id)") }
}
