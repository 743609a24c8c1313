import Browser
import Person
import TestSite
import Testing

/// The presses and touches between the first page and the open journal, and what happens if something is in the way.
@Suite struct OneTouchTests {
  /// Counts the person's presses, and lets a test lose requests: those whose address begins with `window.lost`.
  static let script = """
    addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses') ?? 0) + 1);
    }, true);
    const send = fetch;
    window.fetch = (address, options) => window.lost && String(address).startsWith(window.lost)
      ? Promise.reject(new TypeError('lost')) : send(address, options);
    """
  private static let isOpen = "Your journal is open in this page, and nowhere else."
  private static let asks = "First, confirm that it's you."

  /// Prepares an account with two keys and one entry, and stands before the first page with the yellow key in hand.
  private func withHolder(_ body: (KeyRing, CredentialsRecorder) async throws -> Void) async throws {
    try await withKeyRing(script: Self.script) { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The well is dry.")
      try await ring.signOut()
      let recorder = try await ring.page.recordCredentials()
      try await ring.hold(ring.yellow)
      try await ring.page.go(to: ring.site.origin)
      try await ring.page.run("sessionStorage.removeItem('presses')")
      try await recorder.clear()
      try await body(ring, recorder)
    }
  }
  private func presses(_ page: Page) async throws -> Int {
    try await page.evaluate("Number(sessionStorage.getItem('presses') ?? 0)").int ?? 0
  }
  private func signIn(_ page: Page) async throws {
    try await page.signInWithPasskey()
    try await page.wait(untilTrue: "location.pathname === '/account'")
  }
  private func signInAgain(_ ring: KeyRing) async throws {
    try await ring.signOut()
    try await ring.page.go(to: ring.site.origin)
    try await signIn(ring.page)
  }

  /// The one request is made while the press still counts.
  @Test("one press and one touch sign in; the journal then takes its button and no touch") func counted() async throws {
    try await withHolder { ring, recorder in
      let page = ring.page
      try await signIn(page)
      #expect(try await presses(page) == 1)
      let calls = try await recorder.calls()
      #expect(calls.map(\.spelled) == [CredentialsCall.modal] && calls.allSatisfy(\.hasUserActivation))
      try await page.press("Open your journal")
      try await page.wait(forText: "The well is dry.")
      #expect(try await page.text.contains(Self.isOpen))
      #expect(try await presses(page) == 2)
      #expect(try await recorder.calls().count == 1, "the key was touched once")
      #expect(try await page.evaluate("document.title").string?.hasPrefix("Journal") == true)
      #expect(try await page.evaluate("location.pathname.startsWith('/flow/')") == true)
      try await ring.write("So is the pond.")
      try await page.press("Overview")
      try await page.wait(untilTrue: "location.pathname === '/account'")
      try await page.press("Open your journal")
      try await page.wait(forText: Self.asks)
      try await page.expectQuietConsole()
    }
  }

  @Test("the browser's line and the detector are there while it asks, and reading moves to each page's start")
  func shown() async throws {
    try await withHolder { ring, _ in
      let page = ring.page
      try await ring.hold(nil)
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "Your browser is asking.")
      #expect(try await page.find(".detector-status").text == "Waiting for key…")
      #expect(try await page.evaluate("document.activeElement.innerText") == "Your browser is asking.")
      try await page.wait(untilTrue: "document.getElementById('live').textContent === 'Your browser is asking.'")
      try await Axe(page).check("the browser is asking, from the first page")
      try await page.press("Home")
      try await page.wait(untilTrue: "location.pathname === '/' && document.readyState === 'complete'")
      try await ring.hold(ring.yellow)
      try await signIn(page)
      try await page.wait(untilTrue: "document.querySelector('main').contains(document.activeElement)")
      #expect(try await page.evaluate("document.querySelectorAll('h1').length") == 1)
      try await Axe(page).check("the account's page after it")
    }
  }

  @Test("five minutes after the touch, after a page load, and once signed out elsewhere, the key is asked for")
  func notFresh() async throws {
    try await withHolder { ring, _ in
      let page = ring.page
      try await signIn(page)
      ring.site.clock.advance(301)
      try await page.press("Open your journal")
      try await page.wait(forText: Self.asks)

      try await signInAgain(ring)
      try await page.reload()
      try await page.press("Open your journal")
      try await page.wait(forText: Self.asks)

      try await signInAgain(ring)
      let other = try await page.openTab()
      try await other.go(to: ring.site.origin + "/account")
      try await other.signOutHere()
      try await page.press("Open your journal")
      try await page.wait(untilTrue: "location.pathname === '/'")
    }
  }

  @Test("M-14: Back from the account and from the journal leads to the page before, loaded anew") func back()
    async throws
  {
    try await withHolder { ring, _ in
      let page = ring.page
      try await signIn(page)
      try await page.press("Open your journal")
      try await page.wait(forText: "The well is dry.")
      try await page.back()
      try await page.wait(untilTrue: "location.pathname === '/account'")
      try await page.press("Open your journal")
      try await page.wait(forText: Self.asks)

      try await signInAgain(ring)
      try await page.back()
      try await page.wait(forText: "Open your account")
      #expect(try await page.evaluate("location.pathname") == "/")
      try await page.press("Open your account")
      try await page.wait(untilTrue: "location.pathname === '/account'")
    }
  }

  @Test("two quick presses begin one flow") func twice() async throws {
    try await withHolder { ring, recorder in
      try await ring.page.run(
        "const b = document.querySelector(\"form[action='/start/passkey-only'] button\"); b.click(); b.click();")
      try await ring.page.wait(untilTrue: "location.pathname === '/account'")
      #expect(ring.site.wiretap.requests.count { $0.hasPrefix("POST /start/passkey-only") } == 1)
      #expect(try await recorder.calls().count == 1)
    }
  }

  @Test("if the network fails in between, the browser loads the page, and nothing is lost but the touch")
  func lost() async throws {
    try await withHolder { ring, _ in
      let page = ring.page
      try await page.run("window.lost = '/start/passkey-only'")
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "No user name, no password. Your browser asks which passkey.")
      try await page.press("Home")
      try await page.wait(untilTrue: "location.pathname === '/' && document.readyState === 'complete'")
      try await page.run("window.lost = '/account'")
      try await signIn(page)
      try await page.wait(untilTrue: "window.lost === undefined && document.readyState === 'complete'")
      try await page.press("Open your journal")
      try await page.wait(forText: Self.asks)
    }
  }

  @Test("without scripts, the first page's button leads to the flow's own page and its button") func noScript()
    async throws
  {
    try await withVisit { visit in
      _ = try await visit.page.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
      try await visit.page.go(to: visit.site.origin)
      try await visit.page.click("form[action='/start/passkey-only'] button")
      _ = try await visit.page.find("main button[value=signIn]")
    }
  }
}
