/// What Firefox does by privileged scripts: most of it by the modules that also answer WebDriver BiDi, which are asked
/// inside the browser, so that no second connection is needed.
struct FirefoxTools: BrowserTools {
  let page: Page
  /// Firefox draws a page before its scripts run, and the driver is faster than a person. A press that early is sent as
  /// a plain form; the page that follows offers the button again, because the press does not count there.
  let isReadyToPress = "document.readyState === 'complete'"

  /// Calls a function of `FirefoxScript`.
  @discardableResult
  func call(_ name: String, _ arguments: JSON...) async throws -> JSON {
    try await page.send(.post, "moz/privileged", ["name": .string(name), "arguments": .array(arguments)])
  }

  /// Asks a module of WebDriver BiDi about this tab.
  func ask(_ module: String, _ command: String, _ parameters: [String: JSON] = [:]) async throws {
    let all = parameters.merging(["contexts": [.string(page.tab)]]) { given, _ in given }
    try await call("bidi", .string(module), .string(command), .object(all))
  }

  func unsupported(_ what: String) -> BrowserError { BrowserError(.unsupported, "Firefox cannot \(what) in a test") }

  func evaluate(_ expression: String) async throws -> String? {
    let answer = try await call("evaluate", .string(page.tab), .string(expression))
    if answer["isGone"] == true { throw BrowserError(.webDriver("no such window"), "no such window: it was closed") }
    if let thrown = answer["thrown"].string {
      throw BrowserError(.webDriver("javascript error"), "javascript error: \(thrown)")
    }
    return answer["text"].string
  }

  /// Firefox also runs such a script in the blank document before a page, which has none of what a secure page has.
  func addScriptOnNewDocument(_ source: String) async throws {
    let script = "() => { if (!isSecureContext) return; \(source)\n}"
    try await ask("script", "addPreloadScript", ["functionDeclaration": .string(script)])
  }

  func consoleEntries() async throws -> [ConsoleEntry] {
    (try await call("takeConsole").array ?? []).map(ConsoleEntry.init)
  }

  func saveDownloads(in folder: String) async throws {
    let behavior: JSON = ["type": "allowed", "destinationFolder": .string(folder)]
    try await call("bidi", "browser", "setDownloadBehavior", ["downloadBehavior": behavior])
  }

  func emulate(width: Int, height: Int, scale: Double, mobile: Bool) async throws {
    if mobile { throw unsupported("be a phone") }
    try await call(
      "bidi", "browsingContext", "setViewport",
      [
        "context": .string(page.tab), "devicePixelRatio": .number(scale),
        "viewport": ["width": .number(Double(width)), "height": .number(Double(height))],
      ])
  }

  func emulateMedia(colorScheme: ColorScheme?, reducedMotion: Bool?) async throws {
    try await call("prefer", "ui.systemUsesDarkTheme", colorScheme.map { $0 == .dark ? 1 : 0 } ?? .null)
    try await call("prefer", "ui.prefersReducedMotion", reducedMotion.map { $0 ? 1 : 0 } ?? .null)
  }

  func emulatePrint(_ isPrinting: Bool) async throws {
    try await call("print", .string(page.tab), .bool(isPrinting))
  }

  /// Takes effect with the next navigation.
  func emulate(textScale: Double) async throws {
    try await call("prefer", "font.size.variable.x-western", .number((16 * textScale).rounded()))
    try await call("prefer", "font.size.monospace.x-western", .number((13 * textScale).rounded()))
  }

  func emulate(languages: String) async throws {
    try await call("prefer", "intl.accept_languages", .string(languages))
  }

  func emulate(userAgent: String) async throws {
    try await ask("emulation", "setUserAgentOverride", ["userAgent": .string(userAgent)])
  }

  func setLatency(_ latency: Duration?) async throws { throw unsupported("slow down the network") }

  func setOffline(_ offline: Bool) async throws {
    try await ask("emulation", "setNetworkConditions", ["networkConditions": offline ? ["type": "offline"] : nil])
  }

  func touch(_ kind: TouchKind, x: Double, y: Double) async throws { throw unsupported("be touched by a finger") }
}
