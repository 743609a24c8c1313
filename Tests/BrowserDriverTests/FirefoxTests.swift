import Testing

@testable import Browser

/// What Firefox ESR can and cannot do with virtual authenticators. The pages and the list of tests that run in it
/// (`scripts/firefox.txt`) depend on it.
@Suite("A page in the real Firefox")
struct FirefoxTests {
  private func inFirefox(_ body: (Page) async throws -> Void) async throws {
    try await BrowserKind.$chosen.withValue(.firefox) { try await withTestPage(body) }
  }

  @Test("it has conditional requests, PRF and related origins, and neither immediate mode nor signals")
  func capabilities() async throws {
    try await inFirefox { page in
      let can = try await page.evaluate("PublicKeyCredential.getClientCapabilities()")
      #expect(can["conditionalGet"] == true && can["extension:prf"] == true && can["relatedOrigins"] == true)
      #expect(can["immediateGet"].isNull)
      for name in ["signalAllAcceptedCredentials", "signalCurrentUserDetails", "signalUnknownCredential"] {
        #expect(can[name] == false)
        #expect(try await page.evaluate("typeof PublicKeyCredential.\(name)") == "undefined")
      }
    }
  }

  @Test("a key that was put away keeps its passkeys; meanwhile a request waits, and can be ended")
  func putAway() async throws {
    try await inFirefox { page in
      let key = try await page.addAuthenticator(.usb)
      let id = try await page.register()
      try await key.setPresence(false)
      #expect(try await key.credentials().map(\.id) == [id])
      try await page.run("window.result = null; signIn()")
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await page.evaluate("window.result").isNull, "it still waits")
      try await page.run("controller.abort()")
      #expect(try await page.result()["error"] == "AbortError")
      try await key.setPresence(true)
      #expect(try await page.result(of: "signIn()")["id"].string == id)
    }
  }

  @Test("a key gives a secret at sign-in, and an exclusion is noticed")
  func prf() async throws {
    try await inFirefox { page in
      _ = try await page.addAuthenticator(.usb, .init(prf: true))
      let made = try await page.result(of: "register({ prf: {} })")
      #expect(made["json"]["clientExtensionResults"]["prf"]["enabled"] == true)
      let salt = "extensions: { prf: { eval: { first: new Uint8Array(32) } } }"
      let used = try await page.result(of: "signIn({}, { \(salt) })")
      #expect(used["json"]["clientExtensionResults"]["prf"]["results"]["first"].string?.count == 43)
    }
  }

  @Test("a conditional request waits for somebody to pick from the list, and is then answered")
  func conditional() async throws {
    try await inFirefox { page in
      let key = try await page.addAuthenticator(.internal)
      let id = try await page.register()
      try await key.setPresence(false)
      try await page.run("window.result = null; signIn({ mediation: 'conditional' })")
      try await Task.sleep(for: .milliseconds(500))
      #expect(try await page.evaluate("window.result").isNull, "nobody has picked one")
      try await key.setPresence(true)
      #expect(try await page.result()["id"].string == id)
    }
  }

  @Test("scripts run before the page's own; errors are in the console")
  func scripts() async throws {
    try await inFirefox { page in
      try await page.expectQuietConsole()
      try await page.addScriptOnNewDocument("globalThis.early = document.title;")
      try await page.reload()
      #expect(try await page.evaluate("globalThis.early") == "")
      try await page.run("console.error('said'); setTimeout(() => { throw new Error('thrown') })")
      var seen: [String] = []
      try await page.wait(until: "both errors") {
        seen += try await page.consoleErrors().map(\.source)
        return seen.sorted() == ["console-api", "javascript"]
      }
    }
  }

  @Test("what it cannot do says so, and names it")
  func unsupported() async throws {
    try await inFirefox { page in
      let key = try await page.addAuthenticator(.usb)
      let cannot = BrowserError(.unsupported, "")
      await #expect(throws: cannot) { try await key.setFaults(.bogusSignature) }
      await #expect(throws: cannot) { try await page.addAuthenticator(.internal, .init(backupEligible: true)) }
      await #expect(throws: cannot) { try await page.setLatency(.seconds(1)) }
      await #expect(throws: cannot) { try await page.emulate(width: 393, height: 852, mobile: true) }
      let refusal = await #expect(throws: BrowserError.self) { try await page.cdp("Page.bringToFront") }
      #expect(refusal?.message == "Firefox has no command for Page.bringToFront of Chrome's DevTools protocol")
    }
  }
}
