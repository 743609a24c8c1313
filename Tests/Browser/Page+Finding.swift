extension Page {
  /// The first element that matches; waits for it up to `timeout`, since pages fill in their own time.
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
    Element(self, try await soon("document.querySelector(arguments[0])", .string(css)))
  }

  /// The element that a script returns; `nil` where it returns none.
  public func element(_ statements: String, _ arguments: JSON...) async throws -> Element? {
    Element(self, try await run(statements, .array(arguments)))
  }

  /// All elements that match now, in document order.
  public func findAll(_ css: String) async throws -> [Element] {
    let answer = try await send(.post, "elements", ["using": "css selector", "value": .string(css)])
    return (answer.array ?? []).compactMap { Element(self, $0) }
  }

  public func click(_ css: String) async throws {
    try await withFound(css) { try await $0.click() }
  }

  /// Replaces what stands in a field.
  public func type(_ text: String, into css: String) async throws {
    try await withFound(css) { field in
      try await field.clear()
      try await field.type(text)
    }
  }

  /// Does something with the first element that matches; where the page was drawn anew in between, with the one that took its place.
  private func withFound(_ css: String, _ use: (Element) async throws -> Void) async throws {
    try await wait(until: "an element \(css) that stays", timeout: Page.patience) {
      guard let found = try await self.firstSoon(css) else { return false }
      try await use(found)
      return true
    }
  }

  /// Clicks the button or link that carries this label, as a person would look for it; waits until there is one to see that can be
  /// pressed.
  public func press(_ label: String, timeout: Duration = Page.patience) async throws {
    let search = """
      [...document.querySelectorAll('button, a[href], summary, input[type=submit], input[type=button], [role=button], [role=link]')]
        .find(e => e.checkVisibility() && !e.matches(':disabled')
          && [e.innerText, e.value, e.getAttribute('aria-label')].some(t => t && t.replace(/\\s+/g, ' ').trim() === arguments[0])) ?? null
      """
    try await wait(until: "a button or link “\(label)”", timeout: timeout) {
      guard let found = Element(self, try await self.soon(search, .string(label))) else { return false }
      try await found.click()  // where the page was drawn anew meanwhile, it is looked for again
      return true
    }
  }
}
