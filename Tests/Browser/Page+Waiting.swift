extension Page {
  /// The time allowed for what a page does by itself: longer than any person would wait, because other programs may be
  /// using the processor.
  public static let patience: Duration = .seconds(40)

  /// Checks `condition` repeatedly until it holds. The failure reports what was awaited and what the page showed
  /// instead.
  public func wait(
    until what: String, timeout: Duration = Page.patience, isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + timeout
    while true {
      var passing: BrowserError?
      do {
        if try await condition() { return }
      } catch let error as BrowserError where error.isPassing {
        // the document may have gone away between two commands; ask the next one
        passing = error
      }
      guard ContinuousClock.now < deadline else {
        let cause = passing.map { "\n\($0)" } ?? ""
        throw BrowserError(.timeout, "waited \(timeout) for \(what)\(cause)\n\(await shown())")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until a JavaScript expression is truthy.
  public func wait(untilTrue expression: String, timeout: Duration = Page.patience) async throws {
    try await wait(until: expression, timeout: timeout) { try await self.soon("!!(\(expression))").bool == true }
  }

  /// Waits until the text can be read on the page.
  public func wait(forText text: String, timeout: Duration = Page.patience) async throws {
    try await wait(until: "the text “\(text)”", timeout: timeout) {
      try await self.soon("document.body.innerText.includes(arguments[0])", .string(text)).bool == true
    }
  }

  /// `true` if one of the texts can be read on the page within a quarter of a second.
  public func shows(anyOf texts: [String]) async throws -> Bool {
    try await soon(
      "arguments[0].some((text) => document.body.innerText.includes(text))", .array(texts.map(JSON.string))
    ).bool == true
  }

  /// The value of an expression once it is truthy, or its value after a quarter of a second. The page itself keeps
  /// checking, so that the answer comes at once and the driver is seldom asked. It does not use `setTimeout`, which
  /// tests replace, and does not wait in a hidden page.
  func soon(_ expression: String, _ arguments: JSON...) async throws -> JSON {
    try await run(Self.soon(expression), list: arguments)
  }
  static func soon(_ expression: String) -> String {
    """
    for (let left = 25; ; left -= 1) {
      const value = (\(expression));
      if (value || !left || document.hidden) return value;
      await scheduler.postTask(() => {}, { delay: 10 });
    }
    """
  }

  private func shown() async -> String {
    let page = try? await evaluate("[location.href, document.body?.innerText ?? '']")
    return "at \(page?[0].string ?? "?") the page showed:\n\(page?[1].string?.prefix(2000) ?? "nothing")"
  }
}

extension BrowserError {
  /// `true` if the cause is a navigation in progress, which may have finished by the next attempt.
  fileprivate var isPassing: Bool {
    switch code {
    case .webDriver("stale element reference"), .webDriver("detached shadow root"), .webDriver("javascript error"): true
    case .webDriver("unknown error"): ["context", "navigat", "Promise was collected"].contains { message.contains($0) }
    default: false
    }
  }
}
