/// Records the calls that a page makes to `navigator.credentials`, without changing what the page receives: the
/// original promise is returned.
///
/// The record is kept in sessionStorage, so it lasts across navigations of the tab within one origin; each origin has
/// its own. One side effect remains: a rejection that the page leaves unhandled raises no `unhandledrejection`, since
/// the recorder listens too.
public struct CredentialsRecorder: Sendable {
  let page: Page

  /// All calls in order, each with its state so far.
  public func calls() async throws -> [CredentialsCall] {
    var calls: [CredentialsCall] = []
    for event in try await page.evaluate("JSON.parse(sessionStorage.getItem('\(Self.key)') ?? '[]')").array ?? [] {
      if let call = CredentialsCall(event) {
        calls.append(call)
      } else if let index = calls.firstIndex(where: { $0.sequence == event["call"].int }) {
        if event["kind"] == "abort" {
          calls[index].abortedAt = event["sequence"].int
        } else {
          calls[index].settledAt = event["sequence"].int
          calls[index].outcome = event["error"].string.map { .rejected($0) } ?? .resolved(event["id"].string)
        }
      }
    }
    return calls
  }

  /// Clears the record. The outcome of a call still pending at that time is never recorded.
  public func clear() async throws { try await page.evaluate("sessionStorage.removeItem('\(Self.key)')") }

  /// Waits until the recorded calls meet the condition.
  public func wait(
    until what: String, timeout: Duration = Page.patience, _ condition: ([CredentialsCall]) -> Bool
  ) async throws {
    try await page.wait(until: what, timeout: timeout) { condition(try await self.calls()) }
  }
}

extension Page {
  /// Starts recording at the next navigation.
  public func recordCredentials() async throws -> CredentialsRecorder {
    try await addScriptOnNewDocument(CredentialsRecorder.script)
    return CredentialsRecorder(page: self)
  }
}
