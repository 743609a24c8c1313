extension Page {
  /// The first matching element; waits for it up to `timeout`, since pages fill at their own pace.
  public func find(_ css: String, timeout: Duration = Page.patience) async throws -> Element {
    var found: Element?
    try await wait(until: "an element \(css)", timeout: timeout) {
      found = try await self.firstSoon(css)
      return found != nil
    }
    guard let found else { throw BrowserError(.timeout, "no element \(css)") }
    return found
  }

  private func firstSoon(_ css: String) async throws -> Element? {
    Element(self, try await runWithElements(Self.soon("document.querySelector(arguments[0])"), list: [.string(css)]))
  }

  /// The element returned by a script, or `nil`.
  public func element(_ statements: String, _ arguments: JSON...) async throws -> Element? {
    Element(self, try await runWithElements(statements, list: arguments))
  }

  /// All elements that match now, in document order.
  public func findAll(_ css: String) async throws -> [Element] {
    let answer = try await send(.post, "elements", ["using": "css selector", "value": .string(css)])
    return (answer.array ?? []).compactMap { Element(self, $0) }
  }

  /// Replaces the text of a field.
  public func type(_ text: String, into css: String) async throws {
    try await withFound(css) { field in
      try await field.clear()
      try await field.type(text)
    }
  }

  /// Uses the first matching element or, if the page was redrawn in between, its replacement.
  private func withFound(_ css: String, _ use: (Element) async throws -> Void) async throws {
    try await wait(until: "an element \(css) that stays", timeout: Page.patience) {
      guard let found = try await self.firstSoon(css) else { return false }
      try await use(found)
      return true
    }
  }
}
