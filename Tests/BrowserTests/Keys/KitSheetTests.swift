import Browser
import Foundation
import Person
import TestSite
import Testing

/// What the printed kit says to whoever opens the envelope when the address, or the computer, is no more.
@Suite struct KitSheetTests {
  @Test(
    "the sheet says what to do when its site is gone, on one page of each paper, also on one's own computer",
    arguments: [false, true])
  func siteGone(isHome: Bool) async throws {
    try await withPage { page in
      try await withSite(port: FreePort.find(for: page.browser), change: { $0.isHome = isHome }) {
        (site) async throws in
        let ring = try await KeyRing(for: page, on: site)
        try await ring.register()
        try await ring.enrollBoth()
        try await ring.test()
        _ = try await ring.words()
        try await page.wait(untilTrue: "!document.querySelector('[data-kit-square]').hidden")
        try await page.emulatePrint()
        let printed = (try await page.evaluate("document.querySelector('main').innerText").string ?? "")
          .replacing(/\s+/, with: " ")
        try await page.emulatePrint(false)
        #expect(
          printed.contains(
            isHome
              ? "Then so is the account, unless its owner kept a copy of all accounts."
              : "Is that address no more?"), "\(printed)")
        #expect(
          printed.contains(
            """
            Open that page in any browser, with or without a network, choose the file in it, then type the words. You \
            read the journal; nothing is taken over.
            """))
        #expect(printed.contains("A copy of the journal lies, with opener.html,"), "there is room to say where")
        #expect(printed.contains("A newer kit makes this one useless, except for copies of the journal made before."))
        for (width, height) in [(8.27, 11.69), (8.5, 11.0)] {
          #expect(try await pages(of: page, width, height) == 1, "\(width) by \(height) inches")
        }
      }
    }
  }

  private func pages(of page: Page, _ width: Double, _ height: Double) async throws -> Int {
    let paper = try await page.cdp(
      "Page.printToPDF", ["paperWidth": .number(width), "paperHeight": .number(height), "preferCSSPageSize": false])
    let document = try #require(Data(base64Encoded: paper["data"].string ?? ""))
    return String(decoding: document, as: Unicode.ASCII.self).matches(of: /\/Type ?\/Page\b/).count
  }
}
