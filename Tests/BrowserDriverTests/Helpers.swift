import Browser
import Foundation
import Testing

/// Opens the test page in a fresh browser.
func withTestPage(host: String = "localhost", _ body: (Page) async throws -> Void) async throws {
  let server = try PageServer.shared.get()
  try await withPage { page in
    try await page.go(to: server.url(host: host))
    try await body(page)
  }
}

extension Page {
  /// Starts a call by script and returns its outcome; `null` if it is still pending after `patience`.
  func result(of call: String, patience: Duration = .seconds(15)) async throws -> JSON {
    try await run("\(call);")
    return try await result(patience)
  }

  /// Starts a call from the handler of a real click.
  func resultOfClick(_ call: String, patience: Duration = .seconds(15)) async throws -> JSON {
    try await run("window.result = null; act = () => { \(call) };")
    try await press("Act")
    return try await result(patience)
  }

  func result(_ patience: Duration = .seconds(15)) async throws -> JSON {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      let result = try await evaluate("window.result")
      if result["milliseconds"].int != nil { return result }
      try await Task.sleep(for: .milliseconds(20))
    }
    return .null
  }

  func register() async throws -> String { try #require(try await result(of: "register()")["id"].string) }
}
