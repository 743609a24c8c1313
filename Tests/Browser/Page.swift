/// One tab of a browser that belongs to one test: nothing in it comes from another test, neither cookies nor storage
/// nor passkeys.
public struct Page: Sendable {
  let session: BrowserSession
  let tab: String

  /// The identity of the browser among all open ones; it stays the same when the browser serves another test.
  public var browser: ObjectIdentifier { ObjectIdentifier(session) }

  @discardableResult
  func send(_ method: WebDriverClient.Method, _ path: String, _ body: JSON = [:]) async throws -> JSON {
    try await session.send(to: tab, method, path, body)
  }

  /// What this browser does by commands of its own.
  var tools: any BrowserTools { session.driver.tools(for: self) }

  /// Sends a command of the Chrome DevTools Protocol to this tab, for what only tests in Chromium do; Firefox throws
  /// `BrowserError.Code.unsupported`. Commands only: chromedriver forwards no events.
  @discardableResult
  public func cdp(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
    try await send(.post, "goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  /// Loads `url` and waits for its load event.
  public func go(to url: String) async throws { try await send(.post, "url", ["url": .string(url)]) }
  public func reload() async throws { try await send(.post, "refresh") }
  public func back() async throws { try await send(.post, "back") }

  public var title: String { get async throws { try await send(.get, "title").string ?? "" } }
  public var url: String { get async throws { try await send(.get, "url").string ?? "" } }

  /// The text visible to a person on the page.
  public var text: String { get async throws { try await find("body").text } }
}
