extension Page {
  /// The console entries of all tabs since the last call: errors, uncaught exceptions, failed loads, CSP
  /// violations.
  ///
  /// If a page declares no icon of its own, the browser requests /favicon.ico; a 404 for it is an entry too.
  public func consoleEntries() async throws -> [ConsoleEntry] {
    try await tools.consoleEntries()
  }

  /// The entries of level SEVERE since the last call; a test expects them to be empty.
  public func consoleErrors() async throws -> [ConsoleEntry] { try await consoleEntries().filter(\.isError) }
}
