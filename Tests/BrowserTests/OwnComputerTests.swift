import Browser
import TestSite
import Testing

/// The words of the page's own scripts when the person runs the site themselves.
@Suite struct OwnComputerTests {
  /// There is no site operator to inform.
  @Test(
    "on the person's own computer, the advice about an unknown way in refers to Settings", arguments: [true, false])
  func nobodyToTell(isHome: Bool) async throws {
    try await withPage { page in
      try await withSite(port: FreePort.find(for: page.browser), change: { $0.isHome = isHome }) {
        (site) async throws in
        try await page.go(to: site.origin + "/lab")
        let told = try await page.run(
          """
          (await \(ours("remade.js"))).tell(['key', 'phrase']);
          return sessionStorage.getItem('latchstring.remade');
          """)
        let help = isHome ? "revoke it in Settings." : "tell whoever runs this site."
        #expect(
          told
            == .string(
              "Now 1 key and your recovery code each open your journal. If one of them isn't yours, " + help))
        let alone = try await page.run(
          """
          (await \(ours("remade.js"))).tell(['key']);
          return sessionStorage.getItem('latchstring.remade');
          """)
        #expect(alone == .string("Now 1 key opens your journal. If it isn't yours, " + help))
      }
    }
  }
}
