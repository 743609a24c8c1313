/// One running browser, as its driver sees it.
protocol BrowserDriver: Sendable {
  /// Sends a command of W3C WebDriver, or one of the driver's own, and returns the `value` of the answer.
  /// - Parameter path: The command's path below `/session/ID/`.
  func send(_ method: WebDriverClient.Method, _ path: String, _ body: JSON) async throws -> JSON

  /// Gives the current tab the focus, without which WebAuthn refuses.
  func bringToFront() async throws

  /// What this browser does by commands of its own, in the tab of `page`.
  func tools(for page: Page) -> any BrowserTools

  /// Ends the browser. Afterwards, its processes and its profile are gone.
  func end() async
}
