/// One Firefox with its own profile, driven over Marionette.
///
/// Besides the commands of W3C WebDriver there is one of its own, `moz/privileged`: it calls a function of
/// `FirefoxScript`, which runs inside the browser with its own rights and not in the page.
struct MarionetteDriver: BrowserDriver {
  private let connection: MarionetteConnection
  private let process: GuardedProcess

  static func start(_ connection: MarionetteConnection, _ process: GuardedProcess) async throws -> BrowserSession {
    let driver = MarionetteDriver(connection: connection, process: process)
    let capabilities: JSON = [
      // an unexpected dialog should fail the test, not be clicked away
      "unhandledPromptBehavior": "ignore",
      "timeouts": ["script": 60_000, "pageLoad": 60_000, "implicit": 0],
    ]
    _ = try await connection.request("WebDriver:NewSession", capabilities)
    guard let tab = try await connection.request("WebDriver:GetWindowHandle").string else {
      throw BrowserError(.driver, "no window handle")
    }
    _ = try await driver.privileged(FirefoxScript.start, [])
    return BrowserSession(driver: driver, tab: tab)
  }

  func send(_ method: WebDriverClient.Method, _ path: String, _ body: JSON) async throws -> JSON {
    if path == "moz/privileged" {
      let script = "return await window[Symbol.for('tests')][arguments[0]](...arguments[1])"
      return try await privileged(script, [body["name"], body["arguments"]])
    }
    let command = try MarionetteCommand(method, path, body)
    return try await connection.request(command.name, command.parameters)
  }

  private func privileged(_ script: String, _ arguments: [JSON]) async throws -> JSON {
    _ = try await connection.request("Marionette:SetContext", ["value": "chrome"])
    let answer: Result<JSON, any Error>
    do {
      let body = "return (async function () { \(script)\n}).apply(null, arguments)"
      answer = .success(
        try await connection.request(
          "WebDriver:ExecuteScript", ["script": .string(body), "args": .array(arguments)]))
    } catch {
      answer = .failure(error)
    }
    _ = try await connection.request("Marionette:SetContext", ["value": "content"])
    return try answer.get()
  }

  /// Turning to a tab has already brought it to the front.
  func bringToFront() async throws {}

  func tools(for page: Page) -> any BrowserTools { FirefoxTools(page: page) }

  func end() async { process.stop() }
}
