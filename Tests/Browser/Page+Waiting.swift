extension Page {
  /// For what a page does by itself: longer than any person would wait, because other programs may have the processor.
  public static let patience: Duration = .seconds(40)

  /// Asks again and again until `condition` holds. The failure says what was waited for and what the page showed instead.
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
    try await wait(until: expression, timeout: timeout) { try await self.evaluate("!!(\(expression))").bool == true }
  }

  /// Waits until the text is to be read on the page.
  public func wait(forText text: String, timeout: Duration = Page.patience) async throws {
    try await wait(until: "the text “\(text)”", timeout: timeout) {
      try await self.evaluate("document.body.innerText").string?.contains(text) == true
    }
  }

  private func shown() async -> String {
    let page = try? await evaluate("[location.href, document.body?.innerText ?? '']")
    return "at \(page?[0].string ?? "?") the page showed:\n\(page?[1].string?.prefix(2000) ?? "nothing")"
  }
}

extension BrowserError {
  /// Whether the cause is a navigation under way, which the next attempt may find finished.
  fileprivate var isPassing: Bool {
    switch code {
    case .webDriver("stale element reference"), .webDriver("detached shadow root"), .webDriver("javascript error"): true
    case .webDriver("unknown error"): message.contains("context") || message.contains("navigat")
    default: false
    }
  }
}
