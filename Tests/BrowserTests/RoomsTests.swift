import Browser
import Foundation
import Model
import Person
import TestSite
import Testing

@Suite struct RoomsTests {
  /// Every room, and a key's page, in every state: empty, with one key and no code, and with everything.
  func everyState(_ visit: Visit, _ check: (String) async throws -> Void) async throws {
    let page = visit.page
    try await page.register("mirela", on: visit.site, signingOut: false)
    func show(_ state: String) async throws {
      for room in Room.withoutCard {
        try await page.enter(room)
        try await check("\(room), \(state)")
      }
      try await page.openKey("Passkey from sign-up")
      try await check("a key, \(state)")
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
  @Test("the rooms fit all screens, have 44 px targets, and leave the console empty", arguments: LayoutTests.sizes)
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
      try await page.expectQuietConsole()
    }
  }

  /// These are the pages for managing credentials.
  @Test("E-40: each button on a key's page names its key, and no heading level is skipped")
  func names() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await everyState(visit) { state in
        var names: [String] = []
        for button in try await page.findAll("main button") { names.append(try await button.accessibleName) }
        #expect(Set(names).count == names.count, "\(state): \(names)")
        if state.hasPrefix("a key") {
          #expect(
            names == ["Try it Passkey from sign-up", "Rename Passkey from sign-up", "Revoke Passkey from sign-up"],
            "\(state)")
        }
        let ranks =
          try await page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map(e => Number(e.tagName[1]))").array?
          .compactMap(\.int) ?? []
        #expect(
          ranks.first == 1 && zip(ranks, ranks.dropFirst()).allSatisfy { $1 <= $0 + 1 && $1 > 1 }, "\(state): \(ranks)")
      }
    }
  }

  @Test("without a script every room can be reached from every other") func noScript() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      _ = try await page.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
      try await page.go(to: visit.site.origin + Room.keys.path)
      for room in Room.withoutCard.dropFirst() + [.keys] {
        try await page.click(".rooms a[href='\(room.path)']")
        try await page.wait(until: "\(room)") { try await page.url.hasSuffix(room.path) }
        #expect(try await page.findAll(".rooms a[aria-current=page][href='\(room.path)']").count == 1)
      }
    }
  }

  @Test("the log is in UTC, and in the reader's own time where a script runs") func times() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      let account = try await visit.site.account().id, date = Date(timeIntervalSince1970: 1_700_000_000)
      try await visit.site.store.write { try $0.append(AuditEntry(.keyProved, account: account, at: date)) }
      _ = try await page.cdp("Emulation.setTimezoneOverride", ["timezoneId": "Asia/Tokyo"])
      try await page.enter(.activity)
      try await page.wait(forText: "15 Nov 2023, 07:13")
      #expect(try await page.text.contains("today "), "the sign-up")
      _ = try await page.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
      try await page.go(to: visit.site.origin + Room.activity.path)
      #expect(try await page.find(".audit-row").text.contains("14 Nov 2023 22:13 UTC"))
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
