import Browser
import TestKeys
import Testing

/// Browsers may end an extension's worker at any time.
@Suite struct WorkerTests {
  /// The browser ends the worker. No page keeps waiting, and no window or PIN dialog remains.
  @Test("a worker ended during the PIN question leaves nothing open, and the next sign-in works")
  func ended() async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let page = browser.page, pinentry = browser.home.pinentry, action = try await browser.action()
        try await page.go(to: site.origin("robins"))
        try await page.registerRobin()
        try await browser.holdPIN { try await page.run("signIn()") }
        _ = try await browser.sheet(saying: "Signing in as robin")

        try await action.cdp("ServiceWorker.enable")
        try await action.cdp("ServiceWorker.stopAllWorkers")
        #expect(try await page.refusal() == "NotAllowedError")
        try await page.wait(until: "the PIN dialog to end") { !pinentry.isOpen }
        try await browser.sheetIsGone()

        pinentry.letGo()
        #expect(try await browser.asked { try await page.signInAsRobin() } == 1)
      }
    }
  }
}
