extension Page {
  /// The value of a JavaScript expression. A promise is awaited; one that rejects, or stays pending for 20 s, throws.
  @discardableResult
  public func evaluate(_ expression: String, _ arguments: JSON...) async throws -> JSON {
    try await run("return (\(expression));", .array(arguments))
  }

  /// Runs statements as the body of an async function and gives what they return. `await` works, and `arguments` holds the arguments.
  @discardableResult
  public func run(_ statements: String, _ arguments: JSON...) async throws -> JSON {
    try await run(statements, .array(arguments))
  }

  func run(_ statements: String, _ arguments: JSON) async throws -> JSON {
    let script = "return (async function () { \(statements)\n}).apply(null, arguments)"
    return try await send(.post, "execute/sync", ["script": .string(script), "args": arguments])
  }

  /// Runs a script in every document of this tab from the next navigation on, before the page's own scripts and whatever its CSP says.
  public func addScriptOnNewDocument(_ source: String) async throws {
    try await cdp("Page.addScriptToEvaluateOnNewDocument", ["source": .string(source)])
  }
}
