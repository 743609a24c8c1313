import Browser
import TestKeys
import Testing

/// A site in another site's frame.
@Suite struct FrameTests {
  private static let allowed = "publickey-credentials-get"

  private func withFrame(_ body: (OwnKeysBrowser, PlainSite) async throws -> Void) async throws {
    try await withOwnKeys { browser in
      try await withPlainSite { site in
        try await browser.page.go(to: site.origin("inner"))
        try await browser.isAttached()
        try await browser.page.registerRobin()
        try await browser.page.go(to: site.origin("outer"))
        try await body(browser, site)
      }
    }
  }

  /// The signed data record that it was in a frame.
  @Test("a site in another site's frame signs in for itself, and the signed data record the frame")
  func frame() async throws {
    try await withFrame { browser, site in
      let page = browser.page, pinentry = browser.home.pinentry
      try await browser.holdPIN {
        try await page.evaluate("embed(...arguments)", .string(site.origin("inner")), .string(Self.allowed))
      }
      let sheet = try await browser.sheet(saying: "Signing in as robin")
      #expect(try await sheet.find("#site").text == "inner.localhost")
      pinentry.letGo()
      try await page.wait(untilTrue: "framed")
      let signed = try await page.evaluate(
        """
        JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(
          framed.json.response.clientDataJSON, { alphabet: 'base64url' })))
        """
      )
      #expect(signed["origin"].string == site.origin("inner"))
      #expect(signed["crossOrigin"] == true)
      // Chromium 156 does not tell extensions which page embeds the frame.
      #expect([.null, .string(site.origin("outer"))].contains(signed["topOrigin"]))
    }
  }

  @Test("a frame without permission for passkeys gets nothing, and the person is not asked")
  func forbidden() async throws {
    try await withFrame { browser, site in
      let page = browser.page
      let asked = try await browser.asked {
        try await page.evaluate("embed(...arguments)", .string(site.origin("inner")), .string(""))
        try await page.wait(untilTrue: "framed")
      }
      #expect(try await page.evaluate("framed") == ["error": "NotAllowedError"])
      #expect(asked == 0)
      #expect(try await page.tabs() == [page], "no window was opened")
    }
  }

  @Test("removing a frame during the PIN question closes the window and the PIN dialog too")
  func removed() async throws {
    try await withFrame { browser, site in
      let page = browser.page, pinentry = browser.home.pinentry
      try await browser.holdPIN {
        try await page.evaluate("embed(...arguments)", .string(site.origin("inner")), .string(Self.allowed))
      }
      try await page.run("document.querySelector('iframe').remove()")
      try await page.wait(until: "the PIN dialog to end") { !pinentry.isOpen }
      try await browser.sheetIsGone()
      pinentry.letGo()
      try await page.evaluate("embed(...arguments)", .string(site.origin("inner")), .string(Self.allowed))
      try await page.wait(untilTrue: "framed?.json")
    }
  }
}
