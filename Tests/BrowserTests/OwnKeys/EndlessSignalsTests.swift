import Browser
import TestKeys
import Testing

/// Pages that send this computer's passkeys more signals than any real site would.
@Suite struct EndlessSignalsTests {
  @Test("nine of a page's endless signals are queued, and the next one is processed after them")
  func endless() async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let page = browser.page, pinentry = browser.home.pinentry
        try await page.go(to: site.origin("robins"))
        try await browser.isAttached()
        try await page.registerRobin()
        let passkey = try #require(try await page.evaluate("outcome.json.id").string)
        let flood = try await page.openTab()
        try await flood.go(to: site.origin("robins"))

        // A sign-in occupies the authenticator, so that no signal can be processed.
        try await browser.holdPIN { try await page.run("signIn()") }
        _ = try await browser.sheet(saying: "Signing in as robin")
        for _ in 0..<9 { try await flood.signalUnknown("AAAA") }
        try await flood.signalUnknown(passkey)
        pinentry.letGo()
        try await page.wait(untilTrue: "outcome?.json")
        #expect(try await browser.asked { try await page.signInAsRobin() } == 1)
        #expect(try await !browser.home.run("list").output.contains("no longer knows it"))

        try await flood.signalUnknown(passkey)
        try await flood.wait(until: "the passkey to be hidden") {
          try await browser.home.run("list").output.contains("no longer knows it")
        }
      }
    }
  }
}

extension Page {
  fileprivate func signalUnknown(_ credential: String) async throws {
    try await run(
      "return PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId: arguments[0] });",
      .string(credential))
  }
}
