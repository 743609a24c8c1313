import Browser
import TestKeys
import Testing

/// The popup of the extension's toolbar button.
@Suite struct ActionTests {
  /// Latchstring answers requests, and fields suggest no passkeys meanwhile.
  @Test("the extension's button shows that the extension answers, and fields suggest no passkeys")
  func answers() async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let page = browser.page
        try await page.go(to: site.origin("robins"))
        try await browser.isAttached()
        try await page.registerRobin()
        let action = try await browser.action()
        try await action.wait(forText: "Latchstring answers passkey requests.")
        try await action.wait(
          forText: "Meanwhile form fields suggest no passkeys. Press the site’s own passkey button instead.")
        #expect(try await action.find("#told").isDisplayed == false, "There is no trouble.")
        #expect(try await page.evaluate("PublicKeyCredential.isConditionalMediationAvailable()") == false)
        try await page.run("signIn({ mediation: 'conditional' })")
        #expect(try await page.refusal() == "NotAllowedError")
        #expect(try await browser.asked { try await page.signInAsRobin() } == 1, "The site's own button works.")

        try await action.press("Use a security key instead")
        try await action.wait(forText: "The browser’s own dialog answers passkey requests for a moment.")
        #expect(try await action.text.contains("Meanwhile") == false)
        #expect(try await page.evaluate("PublicKeyCredential.isConditionalMediationAvailable()") == true)
        try await Axe(action).check("the extension's button", in: Axe.Look.all)
      }
    }
  }

  /// The window belongs to a site that asks for a PIN.
  @Test("without a PIN, the extension's button and a site's window explain how to set one") func noPIN() async throws {
    try await withOwnKeys(hasPIN: false) { browser in
      try await withPlainSite { site in
        let page = browser.page, action = try await browser.action()
        try await action.wait(forText: "No PIN is set yet. Set one with “latchstring keys pin”: most sites ask for it.")
        try await page.go(to: site.origin("robins"))
        #expect(try await page.evaluate("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") == false)
        try await page.run("register()")
        try await browser.sheet(saying: "latchstring keys pin").press("Close")
        #expect(try await page.refusal() == "NotAllowedError")

        try await browser.home.setPIN()
        #expect(try await browser.asked { try await page.registerRobin() } == 1)
        try await action.reload()
        try await action.wait(forText: "Latchstring answers passkey requests.")
        try await action.wait(untilTrue: "await chrome.runtime.sendMessage('trouble') === ''")
        #expect(try await action.find("#told").isDisplayed == false)
      }
    }
  }
}
