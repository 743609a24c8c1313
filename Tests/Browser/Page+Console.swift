extension Page {
  /// The console entries of all tabs since the last call: errors, uncaught exceptions, failed loads, CSP
  /// violations.
  ///
  /// If a page declares no icon of its own, the browser requests /favicon.ico; a 404 for it is an entry too.
  public func consoleEntries() async throws -> [ConsoleEntry] {
    try await tools.consoleEntries()
  }

  /// The entries of level SEVERE since the last call.
  public func consoleErrors() async throws -> [ConsoleEntry] { try await consoleEntries().filter(\.isError) }

  /// Throws an error that quotes what the console says, if there was an error since the last call.
  public func expectQuietConsole() async throws {
    let errors = try await consoleErrors()
    guard errors.isEmpty else {
      throw BrowserError(.console, "in the console: " + errors.map(\.description).joined(separator: "\n"))
    }
  }
}
