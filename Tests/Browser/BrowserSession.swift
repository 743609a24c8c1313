/// One Chromium process with a profile of its own, and its tabs. It sends one command at a time, each to the tab it is meant for.
actor BrowserSession {
  private let client: WebDriverClient
  private let id: String
  private var currentTab: String
  private var last: Task<JSON, any Error>?
  private var renewals = 0

  private init(client: WebDriverClient, id: String, tab: String) {
    self.client = client
    self.id = id
    self.currentTab = tab
  }

  static func start(client: WebDriverClient, setup: PageSetup) async throws -> BrowserSession {
    let capabilities = setup.capabilities(chromium: try Programs.chromium())
    let session = try await client.send(.post, "/session", ["capabilities": ["alwaysMatch": capabilities]])
    guard let id = session["sessionId"].string else { throw BrowserError(.driver, "no session id in \(session)") }
    guard let tab = try await client.send(.get, "/session/\(id)/window").string else { throw BrowserError(.driver, "no window handle") }
    return BrowserSession(client: client, id: id, tab: tab)
  }

  var firstTab: String { currentTab }

  /// When the driver has answered, Chromium is gone and its profile with it.
  func end() async {
    _ = try? await client.send(.delete, "/session/\(id)")
  }

  /// Makes it as good as new for another test: one new tab, and nothing that the test before stored or wrote to the console. Virtual
  /// authenticators, sizes and scripts were the old tabs' own, and pending requests end with them.
  ///
  /// - Returns: Whether it is; a browser that is not, or has served long enough, is to be ended.
  func renew() async -> Bool {
    renewals += 1
    guard renewals < Self.mostRenewals else { return false }
    do {
      let old = try await command(.get, "window/handles").array ?? []
      guard let tab = try await command(.post, "window/new", ["type": "tab"])["handle"].string else { return false }
      for handle in old {
        try await command(.post, "window", ["handle": handle])
        try await command(.delete, "window")
      }
      try await command(.post, "window", ["handle": .string(tab)])
      currentTab = tab
      try await cdp("Page.bringToFront")
      try await cdp("Network.clearBrowserCookies")
      try await cdp("Network.clearBrowserCache")
      try await cdp("Storage.clearDataForOrigin", ["origin": "*", "storageTypes": "all"])
      try await cdp("Browser.resetPermissions")
      try await command(.post, "execute/sync", ["script": .string(Self.selectSpace), "args": []])
      try await cdp("Input.dispatchKeyEvent", ["type": "rawKeyDown", "key": "c", "windowsVirtualKeyCode": 67, "commands": ["copy"]])
      try await cdp("Input.dispatchKeyEvent", ["type": "keyUp", "key": "c", "windowsVirtualKeyCode": 67])
      try await command(.post, "se/log", ["type": "browser"])
      return true
    } catch {
      return false
    }
  }
  private static let mostRenewals = 30
  /// For the clipboard, to take the place of what was copied.
  private static let selectSpace = """
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = ' ';
    field.select();
    """

  @discardableResult
  private func command(_ method: WebDriverClient.Method, _ path: String, _ body: JSON = [:]) async throws -> JSON {
    try await client.send(method, "/session/\(id)/\(path)", body)
  }
  private func cdp(_ name: String, _ parameters: JSON = [:]) async throws {
    try await command(.post, "goog/cdp/execute", ["cmd": .string(name), "params": parameters])
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

  /// A tab in the background has no focus, and without focus WebAuthn refuses; so a tab comes to the front when it is used.
  private func sendNow(to tab: String, _ method: WebDriverClient.Method, _ path: String, _ body: JSON) async throws -> JSON {
    if tab != currentTab {
      try await command(.post, "window", ["handle": .string(tab)])
      currentTab = tab
      try await cdp("Page.bringToFront")
    }
    return try await command(method, path, body)
  }
}
