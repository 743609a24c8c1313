import Foundation

extension Page {
  /// The value of a JavaScript expression. A promise is awaited; one that rejects throws.
  @discardableResult
  public func evaluate(_ expression: String, _ arguments: JSON...) async throws -> JSON {
    try await run("return (\(expression));", list: arguments)
  }

  /// Runs statements as the body of an async function and returns their value as `JSON.stringify` writes it. `await`
  /// works, and `arguments` holds the arguments. Elements can be neither passed nor returned; use `element` for them. A
  /// promise that stays pending for 50 s throws.
  @discardableResult
  public func run(_ statements: String, _ arguments: JSON...) async throws -> JSON {
    try await run(statements, list: arguments)
  }

  /// Does not use WebDriver's own command, which searches all input and output for elements, and takes twice as long.
  func run(_ statements: String, list arguments: [JSON]) async throws -> JSON {
    let values = String(decoding: try JSONEncoder().encode(arguments), as: UTF8.self)
    let script = """
      Promise.race([\(Self.function(statements)).apply(null, \(values)), \(Self.tooLong)])
        .then((value) => JSON.stringify(value))
      """
    guard let text = try await tools.evaluate(script) else { return .null }
    return try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  /// Runs statements through the driver, which recognizes the elements among the arguments and in the result.
  func runWithElements(_ statements: String, list arguments: [JSON]) async throws -> JSON {
    let script = "return \(Self.function(statements)).apply(null, arguments)"
    return try await send(.post, "execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// A time limit for a script, as the driver would wait for ten minutes. A page with scripts disabled has no such
  /// task, and there is no wait.
  private static let tooLong = """
    (async () => {
      await scheduler.postTask(() => {}, { delay: 50_000 }).catch(() => new Promise(() => {}));
      throw new Error('pending for 50 s');
    })()
    """
  private static func function(_ statements: String) -> String { "(async function () { \(statements)\n})" }

  /// Runs a script in every document of this tab from the next navigation on, before the page's own scripts and
  /// regardless of its CSP.
  public func addScriptOnNewDocument(_ source: String) async throws {
    try await tools.addScriptOnNewDocument(source)
  }
}
