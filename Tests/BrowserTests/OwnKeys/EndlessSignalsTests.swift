import Browser
import TestKeys
import Testing

/// Pages that tell this computer's passkeys more than any site would.
@Suite struct EndlessSignalsTests {
  @Test("of a page's endless signals nine are kept, and the next is heard after them")
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

        // Who signs in holds the authenticator, so that nothing that is signalled can be heard.
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
