import Browser
import TestKeys
import Testing

/// A person who also has a security key. Only Chromium's own dialog would ask for that key, and a test cannot press it:
/// the capabilities reported by the browser show whether it answers.
@Suite struct SecurityKeyTests {
  private static let isHere = "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()"
  private static let suggests = "PublicKeyCredential.isConditionalMediationAvailable()"
  private static let badge = "chrome.action.getBadgeText({})"
  private static let browsers = "The browser’s own dialog answers passkey requests for a moment."
  private static let ours = "Latchstring answers passkey requests."

  /// Gives robin a passkey here, and lets them choose a security key instead. Also provides the extension's own page.
  private func withSecurityKey(_ body: (OwnKeysBrowser, Page) async throws -> Void) async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let page = browser.page, pinentry = browser.home.pinentry
        try await page.go(to: site.origin("robins"))
        try await browser.isAttached()
        try await page.registerRobin()
        try pinentry.hold()
        try await page.run("signIn()")
        try await browser.sheet(saying: "Signing in as robin").press("Use a security key instead")
        #expect(try await page.refusal() == "NotAllowedError")
        try await page.wait(until: "the PIN dialog to end") { !pinentry.isOpen }
        // Its words remain until they have been read.
        try await browser.sheet(saying: "Try again on the page: the browser’s own dialog answers next.").press("Close")
        try await browser.sheetIsGone()
        pinentry.letGo()
        let action = try await browser.action()
        try await action.wait(forText: Self.browsers)
        try await body(browser, action)
      }
    }
  }

  /// The browser answers until the person lets Latchstring answer again.
  @Test("“Use a security key instead” leaves requests to the browser until it is undone")
  func instead() async throws {
    try await withSecurityKey { browser, action in
      let page = browser.page
      #expect(try await action.evaluate(Self.badge) == "…")
      #expect(try await page.evaluate(Self.isHere) == false, "The browser has no passkeys of its own here.")
      #expect(try await page.evaluate(Self.suggests) == true)

      try await action.press("Let Latchstring answer")
      try await action.wait(forText: Self.ours)
      #expect(try await action.evaluate(Self.badge) == "")
      #expect(try await page.evaluate(Self.isHere) == true)
      #expect(try await page.evaluate(Self.suggests) == false)
      #expect(try await browser.asked { try await page.signInAsRobin() } == 1)
    }
  }

  @Test("two minutes after “Use a security key instead”, Latchstring answers again by itself")
  func byItself() async throws {
    try await withSecurityKey { browser, action in
      let alarm = try await action.evaluate(
        "chrome.alarms.get('return').then(({ scheduledTime }) => (scheduledTime - Date.now()) / 60_000)")
      #expect((0...2).contains(try #require(alarm.number)))
      // The same alarm, but sooner.
      try await action.run("await chrome.alarms.create('return', { when: Date.now() })")
      try await action.wait(forText: Self.ours)
      #expect(try await browser.asked { try await browser.page.signInAsRobin() } == 1)
    }
  }
}
