extension Page {
  /// Opens a second tab of the same browser: it shares cookies and storage, and has its own virtual authenticators and
  /// scripts.
  ///
  /// Both pages stay usable; a tab comes to the front when a command is sent to it.
  public func openTab() async throws -> Page {
    guard let handle = try await send(.post, "window/new", ["type": "tab"])["handle"].string else {
      throw BrowserError(.driver, "no handle for the new tab")
    }
    return Page(session: session, tab: handle)
  }

  /// All tabs, including those that the page opened itself.
  public func tabs() async throws -> [Page] {
    (try await send(.get, "window/handles").array ?? []).compactMap(\.string).map { Page(session: session, tab: $0) }
  }

  /// Closes this tab. Use another tab afterwards.
  public func close() async throws { try await send(.delete, "window") }
}

extension Page: Equatable {
  public static func == (left: Page, right: Page) -> Bool { left.session === right.session && left.tab == right.tab }
}
