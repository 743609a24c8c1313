import Browser
import Model
import Person
import TestSite
import Testing

@Suite struct SafetyPageTests {
  /// Every state of the page: empty, with one key and no code, and with everything.
  func everyState(_ visit: Visit, _ check: (String) async throws -> Void) async throws {
    let page = visit.page
    try await page.register("mirela", on: visit.site, signingOut: false)
    func show(_ state: String) async throws {
      try await page.go(to: visit.site.origin + "/safety")
      try await page.wait(forText: "What happened")
      try await check(state)
    }
    try await show("nothing")
    try await visit.site.addKey("yellow YubiKey 5 NFC", .primary, attestation: "packed", provedAt: visit.site.clock.now)
    try await visit.site.addMasterKey(withCode: false)
    try await show("one key")
    try await visit.site.addKey(
      "the-longest-name-that-anybody-ever-wrote-upon-a-key-of-theirs-without-a-space", .backup, opens: false)
    try await visit.site.addSession(BrowserPhrase(userAgent: "SamsungBrowser/28.0 Android"))
    try await show("two keys")
  }

  /// The screens are a small phone, a phone and a desk.
  @Test("Safety fits all screens, has 44 px targets, and leaves the console empty", arguments: LayoutTests.sizes)
  func fits(_ size: (Int, Int)) async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.emulate(width: size.0, height: size.1, mobile: size.0 < 640)
      try await everyState(visit) { state in
        for scheme in [ColorScheme.light, .dark] {
          try await page.emulateMedia(colorScheme: scheme)
          let width = try await page.run(
            "return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
          #expect(width.int ?? 9999 <= size.0, "\(state): \(width)")
        }
        let small = try await page.evaluate(
          """
          [...document.querySelectorAll('button, a[href]')].filter(e => e.checkVisibility())
            .filter(e => { const box = e.getBoundingClientRect(); return box.width < 44 || box.height < 44 })
            .map(e => e.innerText)
          """)
        #expect(small == [], "\(state)")
      }
      #expect(try await page.consoleErrors().isEmpty)
    }
  }

  /// This is the page for managing credentials.
  @Test("E-40: each button on the keys page names its key, and no heading level is skipped")
  func names() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await everyState(visit) { state in
        var names: [String] = []
        for button in try await page.findAll(".key-row button") { names.append(try await button.accessibleName) }
        #expect(Set(names).count == names.count && names.contains("Revoke Passkey from sign-up"), "\(state): \(names)")
        let ranks =
          try await page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map(e => Number(e.tagName[1]))").array?
          .compactMap(\.int) ?? []
        #expect(
          ranks.first == 1 && zip(ranks, ranks.dropFirst()).allSatisfy { $1 <= $0 + 1 && $1 > 1 }, "\(state): \(ranks)")
      }
    }
  }

  @Test("A-05 A-06: after sign-up the account page shows the nudge once, on return")
  func nudge() async throws {
    try await withVisit { visit in
      let copy = "You're getting traction. Lock things down — add a hardware key when you get a chance."
      try await visit.register()
      #expect(try await visit.page.findAll(".card.is-entry").isEmpty)
      try await visit.page.pick("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: copy)
      #expect(try await visit.page.findAll(".card.is-entry form[action='/start/enrollment'] button").count == 1)
      #expect(try await visit.page.findAll(".button.is-primary").count == 1)
      try await visit.page.go(to: visit.site.origin + "/account")
      try await visit.isSignedIn()
      #expect(try await !visit.page.text.contains(copy))
    }
  }
}
