import Browser
import Foundation
import Testing

@Suite("The environment of a page")
struct SurroundingsTests {
  @Test("a page emulating a phone takes a screenshot of 393 × 852 at scale 3", arguments: [1, 3])
  func screenshot(scale: Int) async throws {
    try await withTestPage { page in
      try await page.emulate(width: 393, height: 852, scale: Double(scale), mobile: true)
      try await page.reload()
      #expect(
        try await page.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [393, 852, .number(Double(scale))])
      let png = Array(try await page.screenshot())
      #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
      let size = stride(from: 16, to: 24, by: 4).map { png[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(size == [393 * scale, 852 * scale])
    }
  }

  @Test("CSS reflects the emulated color scheme and reduced motion")
  func media() async throws {
    try await withTestPage { page in
      let seen =
        "['--scheme', '--motion'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))"
      #expect(try await page.evaluate(seen) == ["light", "full"])
      try await page.emulateMedia(colorScheme: .dark, reducedMotion: true)
      #expect(try await page.evaluate(seen) == ["dark", "less"])
    }
  }

  @Test("fetches fail offline and work again online")
  func offline() async throws {
    try await withTestPage { page in
      let attempt = "fetch('/').then(() => 'fetched', () => 'failed')"
      try await page.setOffline(true)
      #expect(try await page.evaluate("navigator.onLine") == false)
      #expect(try await page.evaluate(attempt) == "failed")
      try await page.setOffline(false)
      #expect(try await page.evaluate(attempt) == "fetched")
    }
  }

  @Test("the console is empty on a valid page and names what a strict policy blocks")
  func console() async throws {
    let server = try PageServer.shared.get()
    try await withTestPage { page in
      try await page.expectQuietConsole()
      try await page.go(to: server.url("/strict"))
      #expect(try await page.evaluate("1 + 1") == 2)
      let errors = try await page.consoleErrors()
      #expect(errors.contains { $0.message.contains("Content Security Policy") })
      try await page.expectQuietConsole()
      try await page.run("console.error('so it is')")
      #expect(try await page.consoleErrors().map(\.source) == ["console-api"])
    }
  }

  @Test("a browser inherits no storage, console, tabs or authenticators from the previous test")
  func fresh() async throws {
    // A tab that can be emptied is reused; if a second one is open, both are closed.
    for opensTab in [false, false, false, true, false, true] {
      try await withTestPage { (page) async throws in
        #expect(
          try await page.evaluate("[localStorage.mark ?? null, sessionStorage.mark ?? null, document.cookie]") == [
            nil, nil, "",
          ])
        #expect(try await page.evaluate("indexedDB.databases().then((all) => all.length)") == 0)
        #expect(try await page.tabs().count == 1)
        try await page.expectQuietConsole()
        #expect(
          try await page.evaluate("navigator.permissions.query({ name: 'clipboard-read' }).then((it) => it.state)")
            == "prompt")
        #expect(try await page.evaluate("PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") == false)
        let looks = try await page.evaluate(
          "[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, window.mark ?? null]")
        #expect(looks == [1280, false, nil])

        try await page.run(
          "localStorage.mark = '1'; document.cookie = 'mark=1'; indexedDB.open('mark'); console.error('mark')")
        try await page.cdp("Browser.setPermission", ["permission": ["name": "clipboard-read"], "setting": "granted"])
        #expect(try await page.evaluate("navigator.clipboard.readText()") != "mark")
        try await page.run("await navigator.clipboard.writeText('mark')")
        try await page.addScriptOnNewDocument(
          "addEventListener('pagehide', () => { sessionStorage.mark = '1'; }); window.mark = 1;")
        try await page.emulate(width: 393, height: 852, mobile: true)
        try await page.emulateMedia(colorScheme: .dark)
        try await page.reload()
        _ = try await page.addAuthenticator(.internal)
        guard opensTab else { return }
        let other = try await page.openTab()
        try await other.go(to: page.url)
      }
    }
  }

  @Test("any name under localhost is a secure context", arguments: ["localhost", "robin.localhost", "a.b.localhost"])
  func secureContext(host: String) async throws {
    try await withTestPage(host: host) { page in
      #expect(try await page.evaluate("isSecureContext") == true)
      let key = try await page.addAuthenticator(.internal)
      let id = try await page.register()
      #expect(try await key.credentials().map(\.rpID) == [host])
      #expect(try await key.credentials().map(\.id) == [id])
    }
  }
}
