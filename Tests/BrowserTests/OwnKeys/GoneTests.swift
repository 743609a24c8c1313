import Browser
import TestKeys
import Testing

/// Pages that no longer wait for the passkey they requested.
@Suite struct GoneTests {
  enum Ending: CaseIterable { case aborts, goesElsewhere, isLoadedAnew, isClosed }

  @Test(
    "a page that stops waiting closes the window and the PIN dialog, and the next sign-in works",
    arguments: Ending.allCases)
  func gone(_ ending: Ending) async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let other = browser.page, pinentry = browser.home.pinentry
        try await other.go(to: site.origin("other"))
        try await browser.isAttached()
        let page = try await other.openTab()
        try await page.go(to: site.origin("robins"))
        try await page.registerRobin()

        try await browser.holdPIN { try await page.run("signIn()") }
        _ = try await browser.sheet(saying: "Signing in as robin")
        switch ending {
        case .aborts:
          try await page.run("controller.abort()")
          #expect(try await page.refusal() == "AbortError")
        case .goesElsewhere: try await page.go(to: site.origin("elsewhere"))
        case .isLoadedAnew: try await page.reload()
        case .isClosed: try await page.close()
        }
        try await other.wait(until: "the PIN dialog to end") { !pinentry.isOpen }
        try await browser.sheetIsGone()

        pinentry.letGo()
        try await other.go(to: site.origin("robins"))
        #expect(try await browser.asked { try await other.signInAsRobin() } == 1)
      }
    }
  }
}
