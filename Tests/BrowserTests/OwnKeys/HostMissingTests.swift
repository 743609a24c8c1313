import Browser
import Foundation
import TestKeys
import Testing

/// A browser that cannot reach the program with the passkeys.
@Suite struct HostMissingTests {
  private static let missing = "Latchstring is not installed for this browser, or does not start."
  private static let remedy = "run “latchstring keys install-browser”, and try again."

  enum Missing: CaseIterable { case manifest, program }

  /// The page gets nothing but its refusal.
  @Test(
    "without the program, the window tells what to do, and answers once it is there", arguments: Missing.allCases)
  func missing(_ missing: Missing) async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let file = missing == .manifest ? browser.manifest : browser.home.data + "/keys/host"
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        let page = browser.page, action = try await browser.action()
        try await action.wait(forText: Self.missing)
        #expect(try await action.text.contains(Self.remedy))
        try await page.go(to: site.origin("robins"))
        #expect(try await page.evaluate("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") == false)
        try await page.run("register()")
        let sheet = try await browser.sheet(saying: Self.missing)
        #expect(try await sheet.text.contains(Self.remedy))
        #expect(try await page.refusal() == "NotAllowedError")
        try await sheet.press("Close")

        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        try await page.registerRobin()
      }
    }
  }

  /// The window says so, and the page gets its refusal.
  @Test("a program that ends during the PIN question is reported; the next request works")
  func stopped() async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        let page = browser.page, pinentry = browser.home.pinentry
        try await page.go(to: site.origin("robins"))
        try await browser.isAttached()
        try await browser.holdPIN { try await page.run("register()") }
        let host = try #require(pinentry.opener)
        kill(host, SIGKILL)
        try await browser.sheet(saying: "Latchstring stopped in the middle. Try again on the page.").press("Close")
        #expect(try await page.refusal() == "NotAllowedError")
        pinentry.letGo()
        try await page.registerRobin()
      }
    }
  }
}
