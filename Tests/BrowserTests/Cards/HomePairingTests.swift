import Browser
import Foundation
import TestProgram
import TestSite
import Testing

/// `latchstring home` itself and a real browser: nobody types a code from the terminal.
@Suite struct HomePairingTests {
  /// The program in a terminal, on a computer whose desktop opens nothing by itself.
  private final class Home {
    let terminal: PseudoTerminal, desktop: FakeDesktop, origin: String
    private let folder: String

    init(flags: [String] = []) async throws {
      let port = try FreePort.find()
      desktop = try FakeDesktop()
      folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
      origin = "http://latchstring.localhost:\(port)"
      let ports = [
        "LATCHSTRING_HANDS_PORT": "\(try FreePort.find())", "LATCHSTRING_KEYS_STORE": "file",
        "LATCHSTRING_PRACTICE_PORT": "\(try FreePort.find(row: 3))",
      ]
      terminal = try await PseudoTerminal(
        .latchstring(
          ["home", "--port", "\(port)", "--data", folder] + flags,
          environment: desktop.environment.merging(ports) { $1 }),
        columns: 80, with: desktop)
    }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Presses Enter in the terminal and returns the address that it shows.
    func newAddress() async throws -> String {
      try await terminal.wait(for: "code:")
      terminal.type("\r")
      try await terminal.wait(for: "/#pair=")
      let secret = try await terminal.wait(for: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      return "\(origin)/#pair=\(secret)"
    }
    func stop() async throws {
      terminal.send(SIGTERM)
      #expect(try await terminal.ended() == 0)
    }
  }

  private static let isPaired = "Object.keys(localStorage).some((name) => name.startsWith('latchstring.hands.http'))"
  /// What every page's own requests and the address bar may have of the fragment: nothing.
  private func expectNoSecret(_ secret: String, in page: Page) async throws {
    #expect(try await page.url.contains("#") == false)
    let seen = try await page.evaluate(
      """
      JSON.stringify([location.href, history.state, performance.getEntriesByType('resource').map((e) => e.name),
        Object.entries(localStorage), Object.entries(sessionStorage)])
      """)
    #expect(seen.string?.contains(secret) == false, "\(seen)")
  }

  /// From the file that the desktop is given to the PIN of a new card.
  @Test("the page that home opens is paired: the rehearsal card is used without typing any code")
  func opened() async throws {
    let home = try await Home(), call = try await home.desktop.call()
    let secret = try #require(call.address?.split(separator: "=").last.map(String.init))
    try await withPage { page in
      try await page.go(to: "file://\(call.target)")
      try await page.wait(untilTrue: "location.origin === '\(home.origin)'")
      try await page.wait(untilTrue: Self.isPaired)
      try await expectNoSecret(secret, in: page)
      try await home.terminal.wait(for: "The address was used")
      #expect(!FileManager.default.fileExists(atPath: call.target), "the file has served its purpose")

      try await page.press("Start with a card")
      try await page.press("Make a new account on a card")
      try await page.press("Use the rehearsal card")
      _ = try await page.find("#newPINAgain")
      #expect(try await page.text.contains("Code from the terminal") == false)
      try await expectNoSecret(secret, in: page)
    }
    try await home.stop()
  }

  @Test("neither Back nor Forward brings the secret into the address bar again") func history() async throws {
    let home = try await Home(flags: ["--no-browser"]), address = try await home.newAddress()
    let secret = try #require(address.split(separator: "=").last.map(String.init))
    try await withPage { page in
      try await page.go(to: home.origin + "/lab")
      try await page.go(to: address)
      try await page.wait(untilTrue: Self.isPaired)
      try await page.go(to: home.origin + "/lab")
      for _ in 0..<2 {
        try await page.back()
        try await page.wait(untilTrue: "document.readyState === 'complete'")
        try await expectNoSecret(secret, in: page)
      }
      try await page.run("history.forward()")
      try await page.wait(untilTrue: "location.pathname === '/'")
      try await expectNoSecret(secret, in: page)
    }
    try await home.stop()
  }

  /// Another browser, or one whose data was cleared.
  @Test("a page that is not paired says how, and goes on when another tab opens the terminal's new address")
  func waiting() async throws {
    let home = try await Home(flags: ["--no-browser"])
    try await withPage { page in
      try await page.go(to: home.origin)
      try await page.press("Start with a card")
      try await page.press("Make a new account on a card")
      try await page.wait(forText: "1. Go to the terminal in which Latchstring runs, and press Enter.")
      try await page.wait(forText: "Code from the terminal")
      let address = try await home.newAddress(), other = try await page.openTab()
      try await other.go(to: address)
      try await other.wait(untilTrue: Self.isPaired)
      try await page.wait(forText: "Use the rehearsal card")

      // Where the page is open already, a pasted address changes only the fragment.
      try await other.run("localStorage.clear()")
      try await other.reload()
      home.terminal.type("\r")
      try await home.terminal.wait(for: "/#pair=")
      let next = try await home.terminal.wait(for: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      try await other.run("location.hash = 'pair=' + arguments[0]", .string(next))
      try await other.wait(untilTrue: Self.isPaired)
      try await expectNoSecret(next, in: other)
    }
    try await home.stop()
  }

  @Test("an address that was used pairs no other browser, which asks for the code") func used() async throws {
    let home = try await Home(flags: ["--no-browser"]), address = try await home.newAddress()
    try await withPage { page in
      try await page.go(to: address)
      try await page.wait(untilTrue: Self.isPaired)
      try await page.run("localStorage.clear()")
      try await page.go(to: "about:blank")
      try await page.go(to: address)
      try await page.wait(untilTrue: "location.hash === ''")
      try await page.press("Start with a card")
      try await page.press("Make a new account on a card")
      try await page.wait(forText: "Code from the terminal")
      #expect(try await page.evaluate(Self.isPaired) == false)
    }
    try await home.stop()
  }

  @Test("a command is copied with a button, which says so politely") func copied() async throws {
    let home = try await Home(flags: ["--no-browser"]), address = try await home.newAddress()
    try await withPage { page in
      try await page.go(to: address)
      try await page.wait(untilTrue: Self.isPaired)
      try await page.go(to: home.origin + "/passkeys")
      try await page.wait(forText: "No passkey yet")
      for name in ["clipboard-read", "clipboard-write"] {
        try await page.cdp(
          "Browser.setPermission",
          ["permission": ["name": .string(name)], "setting": "granted", "origin": .string(home.origin)])
      }
      try await page.press("Copy this line latchstring keys pin")
      try await page.wait(untilTrue: "document.getElementById('live').textContent === 'Copied.'")
      #expect(try await page.run("return await navigator.clipboard.readText()") == "latchstring keys pin")
      #expect(try await page.evaluate("document.querySelectorAll('[data-begin] [data-command] > code').length") == 3)
    }
    try await home.stop()
  }
}
