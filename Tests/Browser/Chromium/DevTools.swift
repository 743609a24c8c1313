/// What Chromium does by commands of the Chrome DevTools Protocol.
struct DevTools: BrowserTools {
  let page: Page
  let isReadyToPress = "true"

  @discardableResult
  func send(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await page.cdp(command, parameters)
  }

  func evaluate(_ expression: String) async throws -> String? {
    let answer = try await send(
      "Runtime.evaluate", ["expression": .string(expression), "awaitPromise": true, "returnByValue": true])
    let exception = answer["exceptionDetails"]
    guard exception.isNull else {
      let thrown = exception["exception"]
      let what = thrown["description"].string ?? thrown["value"].string ?? exception["text"].string ?? "?"
      throw BrowserError(.webDriver("javascript error"), "javascript error: \(what)")
    }
    return answer["result"]["value"].string
  }

  func addScriptOnNewDocument(_ source: String) async throws {
    try await send("Page.addScriptToEvaluateOnNewDocument", ["source": .string(source)])
  }

  /// The driver keeps the entries of all tabs.
  func consoleEntries() async throws -> [ConsoleEntry] {
    (try await page.send(.post, "se/log", ["type": "browser"]).array ?? []).map(ConsoleEntry.init)
  }

  func saveDownloads(in folder: String) async throws {
    try await send("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": .string(folder)])
  }

  func touch(_ kind: TouchKind, x: Double, y: Double) async throws {
    let points: JSON = kind == .end ? [] : [["x": .number(x), "y": .number(y)]]
    try await send("Input.dispatchTouchEvent", ["type": .string(kind.rawValue), "touchPoints": points])
  }
}
