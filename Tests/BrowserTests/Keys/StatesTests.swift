import Browser
import Foundation
import Model
import Person
import Testing

/// The fourteen states, each reached only through the person's actions, and each with its required contents.
@Suite struct StatesTests {
  private func text(_ ring: KeyRing) async throws -> String {
    try await ring.page.evaluate("document.body.innerText").string ?? ""
  }

  /// Continue does not appear yet.
  @Test("A-31 A-33 A-34 A-13 A-17 A-18 A-24 A-27: the card leads to step 1, and the detector waits")
  func stepOne() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.page.enter(.keys)
      try await ring.page.wait(forText: "Add a hardware key — recommended")
      try await ring.hold(ring.laptop)
      try await ring.page.press("Add a hardware key")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: "1 of 4")
      try await ring.waitForKey()  // the passkey from sign-up may have answered
      try await ring.page.wait(forText: "Waiting for key…")
      let shown = try await text(ring)
      #expect(shown.contains("Put your key in a USB port. Touch it when it lights up."), "G-25")
      #expect(
        try await ring.page.evaluate("document.querySelector('.step-title').innerText")
          == "1 of 4 · Tap your primary key")
      #expect(
        try await ring.page.evaluate(
          "document.querySelectorAll('.strip .now').length + document.querySelectorAll('.strip .past').length") == 1)
      #expect(try await ring.page.evaluate("document.querySelector('.step-line .badge').innerText.trim()") == "primary")
      #expect(
        try await ring.page.evaluate(
          "document.querySelector('.detector .rings') !== null && !document.querySelector('#name')") == true)
      #expect(try await ring.page.evaluate("document.querySelector('button[value=proceed]').disabled") == true)
      #expect(
        try await ring.page.evaluate("document.querySelector('.detector').classList.contains('is-paused')") == true,
        "A-100: the browser asks now")
    }
  }

  /// Reading begins with the browser's answer.
  @Test("A-35 A-36 G-31: a key shows as being read until the verdict, and is requested after 30 s")
  func reading() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      try await page.setLatency(.seconds(2))
      try await ring.hold(ring.yellow)
      try await page.press("Tap again")
      try await page.wait(forText: "Reading…")
      #expect(try await page.evaluate("document.querySelector('.detector').dataset.look") == "reading")
      #expect(try await page.findAll("#name").isEmpty)
      try await page.wait(forText: "Name this key")
      try await page.setLatency(nil)

      // A server that does not answer; the page's own clock runs a thousand times faster.
      try await page.run(
        """
        const timeout = globalThis.patient = AbortSignal.timeout;
        AbortSignal.timeout = (time) => { globalThis.limit = time; return timeout.call(AbortSignal, time / 1000); };
        const send = globalThis.reachable = fetch;
        globalThis.fetch = (address, options) => !String(address).endsWith('/news') ? send(address, options)
          : new Promise((_, reject) =>
          options.signal?.addEventListener('abort', () => reject(options.signal.reason)));
        """)
      try await ring.hold(nil)
      try await page.type("yellow", into: "#name")
      try await page.press("Continue")
      try await page.wait(forText: "Tap once more to confirm. Same key.")
      try await ring.hold(ring.yellow)
      try await page.press("Tap again")
      try await page.wait(forText: "That took longer than 30 seconds.")
      #expect(try await page.evaluate("globalThis.limit") == 30000)
      #expect(
        try await page.evaluate("document.querySelector('.detector').dataset.look") == "waiting", "it reads no more")
      try await page.run("globalThis.fetch = globalThis.reachable; AbortSignal.timeout = globalThis.patient")
      try await page.press("Try again")
      try await ring.tap(ring.yellow, until: "2 of 4")
    }
  }

  /// One more tap confirms the name, and a backup is suggested.
  @Test("A-19 A-21 A-22 A-23 A-38 A-40 A-42 A-43: a read key is named and tapped again")
  func naming() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.tap(ring.yellow, until: "Name this key")
      #expect(try await ring.page.evaluate("document.querySelector('.detector').dataset.look") == "read")
      #expect(
        try await ring.page.evaluate("document.querySelector('#name').placeholder") == "e.g. yellow YubiKey 5 NFC")
      #expect(try await ring.page.evaluate("document.querySelector('button[value=proceed]').disabled") == true)
      try await ring.hold(nil)
      try await ring.page.type("yellow YubiKey", into: "#name")
      #expect(try await ring.page.evaluate("document.querySelector('button[value=proceed]').disabled") == false)
      try await ring.page.press("Continue")
      try await ring.page.wait(forText: "Tap once more to confirm. Same key.")
      #expect(try await ring.page.findAll("#name").isEmpty)
      try await ring.tap(ring.yellow, until: "2 of 4")
      try await ring.hold(nil)
      try await ring.page.press("Tap again")
      try await ring.page.wait(
        forText: "Second key strongly encouraged. If your first key disappears, the second one keeps you in.")
      #expect(
        try await ring.page.evaluate("document.querySelector('.step-title').innerText") == "2 of 4 · Enroll backup")
      #expect(try await ring.page.evaluate("document.querySelector('.step-line .badge').innerText.trim()") == "backup")
      #expect(try await ring.page.evaluate("document.body.classList.contains('hearth')") == true)
      let name = try #require(Username("mirela"))
      let labels = try await ring.site.store.read { records in
        try records.account(named: name).map { try records.ways(of: $0.id).filter { $0.role != nil }.map(\.label) }
      }
      #expect(labels == ["yellow YubiKey"])
    }
  }

  /// The contrast of the least readable word (WCAG 2.2, "contrast ratio").
  private static let contrastOfWords = """
    (() => {
      const parts = (color) => color.match(/[\\d.]+/g).map(Number);
      const luminance = (color) => {
        const [r, g, b] = parts(color).map((c) => c / 255).map(
          (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const behind = (element) => {
        while (element && parts(getComputedStyle(element).backgroundColor)[3] === 0) element = element.parentElement;
        return element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
      };
      const ratios = [...document.querySelectorAll('ol.words li')].map((li) => {
        const two = [luminance(getComputedStyle(li).color), luminance(behind(li))].sort((a, b) => b - a);
        return (two[0] + 0.05) / (two[1] + 0.05);
      });
      return Math.min(...ratios);
    })()
    """

  /// The reveal is logged before the code is shown, and the code prints as a numbered kit.
  @Test("A-14 A-52 A-54 A-56 A-58 G-17: the code is a 3×4 grid, is logged, then shown and printed")
  func code() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.enrollBoth()
      try await ring.test()
      let words = try await ring.words()
      #expect(
        try await ring.page.evaluate("document.querySelector('.step-title').innerText")
          == "4 of 4 · Save your recovery code")
      #expect(
        try await ring.page.evaluate(
          "getComputedStyle(document.querySelector('ol.words')).gridTemplateColumns.split(' ').length") == 4)
      let places = try await ring.page.evaluate(
        "[...document.querySelectorAll('ol.words li')].map((li) => Math.round(li.getBoundingClientRect().y))")
      #expect(places.array?.count == 12 && Set((places.array ?? []).compactMap(\.int)).count == 3)
      // Copy, Print and Show again later are in one row, above the box.
      #expect(
        try await ring.page.evaluate(
          """
          (() => {
            const tools = [...document.querySelectorAll('.tools button')]
              .map((one) => [one.innerText.trim(), Math.round(one.getBoundingClientRect().y)]);
            return tools.map((one) => one[0]).join() === 'Copy,Print,Show again later'
              && new Set(tools.map((one) => one[1])).size === 1
              && tools[0][1] < document.querySelector('#saved').getBoundingClientRect().y;
          })()
          """) == true)
      #expect(
        try await ring.page.evaluate(
          "getComputedStyle(document.querySelector('ol.words li')).fontFamily.includes('mono')") == true)
      for scheme in [ColorScheme.light, .dark] {
        try await ring.page.emulateMedia(colorScheme: scheme)
        let contrast = try #require(try await ring.page.evaluate(Self.contrastOfWords).number)
        #expect(contrast >= 7, "WCAG 2.2, 1.4.6, in \(scheme): \(contrast)")
      }
      let box = try await ring.page.find("#saved[type=checkbox]")
      #expect(try await box.accessibleName == "I've saved this somewhere offline")
      let name = try #require(Username("mirela"))
      let events = try await ring.site.store.read { records in
        try records.account(named: name).map { try records.entries(of: $0.id).map(\.event) } ?? []
      }
      #expect(events.contains(.recoveryCodeRevealed) && !events.contains(.recoveryCodeSaved))
      try await ring.page.emulatePrint()
      let printed = try await text(ring)
      for line in [
        "Recovery kit no. 1", "Twelve words that open one account", "mirela at", "to get back in",
        "If you found this page",
      ] + words {
        #expect(printed.contains(line), "the kit says “\(line)”")
      }
      #expect(!printed.contains("Tap-test") && !printed.contains("I've saved this"))
    }
  }

  /// It leads back to the previous page.
  @Test("A-60 A-62 A-63 A-64 G-38: the receipt describes the current state, and leads back")
  func receipt() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.enrollBoth(from: "/account?nudge")
      try await ring.test()
      _ = try await ring.save()
      try await ring.page.wait(forText: "Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well.")
      #expect(
        try await ring.page.findAll(".receipt-lines li").count == 4,
        "the passkey of sign-up opens now as well, and that is said")
      try await ring.page.wait(forText: "It opens your journal now, too.")
      let name = try #require(Username("mirela"))
      let events = try await ring.site.store.read { records in
        try records.account(named: name).map { try records.entries(of: $0.id).map(\.event) } ?? []
      }
      #expect(events.filter { $0 == .enrollmentCompleted }.count == 1)
      try await ring.page.press("Back to chat")
      try await ring.page.wait(untilTrue: "location.pathname === '/account'")
    }
  }

  @Test("G-19: a key without PRF is enrolled for sign-in only, and Settings says so") func withoutPRF() async throws {
    try await withKeyRing(yellow: .init(prf: false, presence: false)) { ring in
      try await ring.register()
      try await ring.enrollPrimary()
      try await ring.hold(nil)
      try await ring.page.press("Tap again")
      try await ring.tap(ring.black, until: "Name this key")
      try await ring.page.type("black", into: "#name")
      try await ring.page.press("Continue")
      try await ring.page.wait(forText: "3 of 4")
      try await ring.test()
      _ = try await ring.save()
      try await ring.page.wait(forText: "Primary. Tested just now. It can sign in only.")
      try await ring.page.press("Back to Settings")
      try await ring.page.isIn(.keys)
      let rows =
        try await ring.page.evaluate(
          "[...document.querySelectorAll('.key-row')].map(row => row.innerText.replaceAll('\\n', ' '))"
        ).array ?? []
      let shown = rows.compactMap(\.string)
      #expect(shown.contains { $0.contains("yellow") && $0.contains("sign-in only") })
      #expect(shown.contains { $0.contains("black") && $0.contains("can open") })
    }
  }

  @Test("a key without user verification is rejected with an explanation, and nothing is written")
  func withoutVerification() async throws {
    try await withKeyRing(yellow: .init(prf: true, userVerification: false, presence: false)) { ring in
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.tap(ring.yellow, until: "That didn't read. Try again.", "We couldn't check that key.")
      let name = try #require(Username("mirela"))
      let credentials = try await ring.site.store.read { records in
        try records.account(named: name).map { try records.credentials(of: $0.id).count }
      }
      #expect(credentials == 1)
    }
  }
}
