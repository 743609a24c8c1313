import Browser
import Testing

/// Chromium's handling of `mediation: 'conditional'` when virtual authenticators replace its dialogs. Flows depend on
/// it.
@Suite("get() with mediation conditional")
struct ConditionalTests {
  private static let call = "signIn({ mediation: 'conditional' })"

  @Test("stays pending without an authenticator and ends when an empty one is plugged in")
  func none() async throws {
    try await withTestPage { page in
      try await page.enableVirtualAuthenticators()
      #expect(try await page.result(of: Self.call, patience: .seconds(1)) == .null)
      _ = try await page.addAuthenticator(.internal)
      #expect(try await page.result()["error"] == "NotAllowedError")
    }
  }

  @Test("an abort ends the request even without an authenticator; a later one serves the next")
  func noneAborted() async throws {
    try await withTestPage { page in
      try await page.enableVirtualAuthenticators()
      #expect(try await page.result(of: Self.call, patience: .seconds(1)) == .null)
      #expect(try await page.resultOfClick("controller.abort()")["error"] == "AbortError")
      _ = try await page.addAuthenticator(.internal)
      let id = try await page.register()
      #expect(try await page.resultOfClick("signIn()")["id"].string == id)
    }
  }

  @Test("a reload ends a pending request", arguments: ["conditional", "optional"])
  func reload(mediation: String) async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(.internal, AuthenticatorOptions(presence: false))
      #expect(try await page.result(of: "signIn({ mediation: '\(mediation)' })", patience: .milliseconds(300)) == .null)
      try await page.reload()
      try await key.setPresence(true)
      let id = try await page.register()
      #expect(try await page.result(of: "signIn()")["id"].string == id)
    }
  }

  @Test(
    "with presence it resolves by itself, or fails at once without a credential",
    arguments: [AuthenticatorTransport.internal, .usb])
  func presence(transport: AuthenticatorTransport) async throws {
    try await withTestPage { page in
      _ = try await page.addAuthenticator(transport)
      #expect(try await page.result(of: Self.call)["error"] == "NotAllowedError")
      let id = try await page.register()
      #expect(try await page.result(of: Self.call)["id"].string == id)
    }
  }

  @Test(
    "without presence it stays pending through clicks, until aborted; then a click signs in", arguments: [true, false])
  func pending(holdsCredential: Bool) async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(.internal)
      if holdsCredential { _ = try await page.register() }
      try await key.setPresence(false)
      #expect(try await page.result(of: Self.call, patience: .seconds(1)) == .null)
      try await page.press("Go on")
      try await page.wait(forText: "clicked")
      try await key.setPresence(true)
      #expect(try await page.result(.milliseconds(300)) == .null)
      let result = try await page.resultOfClick("controller.abort(); signIn()")
      #expect(holdsCredential ? result["genuine"] == true : result["error"] == "NotAllowedError")
    }
  }

  @Test("rejects with AbortError when aborted, and with OperationError while another is pending")
  func abort() async throws {
    try await withTestPage { page in
      let key = try await page.addAuthenticator(.internal)
      _ = try await page.register()
      try await key.setPresence(false)
      try await page.run("\(Self.call); window.first = controller;")
      #expect(try await page.result(of: "signIn()")["error"] == "OperationError")
      #expect(try await page.resultOfClick("first.abort()")["error"] == "AbortError")
    }
  }
}
