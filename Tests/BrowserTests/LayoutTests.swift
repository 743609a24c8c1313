import Browser
import Person
import TestSite
import Testing

@Suite struct LayoutTests {
  static let scenarios = [
    "Registration", "Passkey-only login", "Passkey login with password option", "AutoFill Passkey-only",
    "preferImmediatelyAvailableCredentials mode", "AutoFill Hybrid (complete experience)",
  ]
  /// The sizes of M-15; the last is 1280 × 800 at 200 % zoom.
  static let sizes = [(320, 640), (393, 852), (1280, 800), (640, 400)]

  /// Visits every page of this program, one after the other.
  func everyPage(_ visit: Visit, _ check: (String) async throws -> Void) async throws {
    let page = visit.page
    for path in ["/", "/lab", "/trouble?without=words", "/trouble/nothing", "/nothing-here"] {
      try await page.go(to: visit.site.origin + path)
      try await check(path)
    }
    for scenario in Self.scenarios {
      try await visit.choose(scenario)
      try await page.wait(untilTrue: "document.querySelector('input[name=revision]').value > 0")
      try await check(scenario)
    }
    try await page.press("Sign in")
    try await page.wait(untilTrue: "document.querySelector('dialog:modal')")
    try await check("the sheet")
    try await page.register("mirela", on: visit.site, signingOut: false)
    try await check("the account")
    for room in Room.withoutCard {
      try await page.enter(room)
      try await check("\(room)")
    }
    try await page.openKey("Passkey from sign-up")
    try await check("a key's page")
    try await page.enter(.password)
    try await page.press("Set a password")
    try await page.wait(forText: "First, confirm that it's you.")
    try await check("setting a password")
  }

  @Test("M-15: nothing scrolls sideways on a small phone, a phone or a desktop, even at 200 % zoom")
  func widths() async throws {
    try await withVisit { visit in
      try await everyPage(visit) { name in
        for size in Self.sizes.reversed() {  // the last is the smallest: there the next page is loaded
          try await visit.page.emulate(width: size.0, height: size.1, mobile: size.0 < 640)
          let widths = try await visit.page.run(
            "return [document.documentElement.scrollWidth, innerWidth, document.body.scrollWidth]")
          #expect(widths[1].int == size.0, "\(name)")
          #expect(widths[0].int ?? 9999 <= size.0 && widths[2].int ?? 9999 <= size.0, "\(name) at \(size): \(widths)")
          let covered = try await visit.page.run(
            """
            return [...document.querySelectorAll('dialog')].filter(
              d => d.getBoundingClientRect().right > innerWidth + 1).length
            """
          )
          #expect(covered == 0, "\(name) at \(size)")
        }
      }
    }
  }

  /// Any of these areas may be empty.
  @Test("B-22 G-15: every screen is one form with its text, the input area and the action area")
  func layout() async throws {
    try await withVisit { visit in
      for scenario in Self.scenarios {
        try await visit.choose(scenario)
        let order =
          try await visit.page.evaluate(
            """
            [...document.querySelectorAll('main > form#step.column > *')]
              .map(e => e.matches('.says') ? 'says' : e.matches('.field, .banner') ? 'input'
              : e.matches('.actions') ? 'actions' : e.matches('.vh, input[type=hidden]') ? '' : 'other').filter(Boolean)
            """
          ).array?.compactMap(\.string) ?? []
        let rank = ["says": 0, "input": 1, "actions": 2]
        #expect(
          order.first == "says" && order.map { rank[$0] ?? 9 } == order.map { rank[$0] ?? 9 }.sorted(),
          "\(scenario): \(order)")
        #expect(!order.contains("other"), "\(scenario): \(order)")
        #expect(
          try await visit.page.findAll("main input:not([type=hidden])").count
            == visit.page.findAll("#step > .field input").count)
        #expect(
          try await visit.page.findAll("main button").count == visit.page.findAll("#step > .actions button").count)
      }
    }
  }

  /// Every field has a label, there is one top-level heading, and the console is empty.
  @Test("M-03: every page has one live region, labels, one top heading and an empty console")
  func readable() async throws {
    try await withVisit { visit in
      try await everyPage(visit) { name in
        #expect(try await visit.page.findAll("[aria-live]").count == 1, "\(name)")
        #expect(try await visit.page.findAll("h1").count == 1, "\(name)")
        #expect(try await visit.page.findAll("main").count == 1, "\(name)")
        for field in try await visit.page.findAll(
          "main:not([inert]) input:not([type=hidden]), dialog input:not([type=hidden])")
        {
          #expect(try await !field.accessibleName.isEmpty, "\(name)")
          let id = try await field.attribute("id") ?? ""
          #expect(try await visit.page.findAll("label[for='\(id)']").count == 1, "\(name)")
        }
        for button in try await visit.page.findAll("button, a[href]") where try await button.isDisplayed {
          #expect(try await !button.accessibleName.isEmpty, "\(name)")
        }
        let errors = try await visit.page.consoleErrors().filter {
          name != "/nothing-here" || !$0.message.contains("404")
        }
        #expect(errors.isEmpty, "\(name): \(errors)")
      }
    }
  }

  @Test("A-95: with reduced motion, nothing moves") func stillness() async throws {
    try await withVisit(AuthenticatorOptions(presence: false)) { visit in
      try await visit.page.emulateMedia(reducedMotion: true)
      try await visit.choose("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "Your browser is asking.")
      let moving =
        """
        document.getAnimations().filter(a => a.playState == 'running'
          && a.effect.getComputedTiming().duration > 1).length
        """
      #expect(try await visit.page.evaluate(moving) == 0)
      try await visit.choose("Passkey login with password option")
      try await visit.page.press("Sign in")
      try await visit.page.wait(untilTrue: "document.querySelector('dialog:modal')")
      #expect(try await visit.page.evaluate(moving) == 0)
    }
  }
}
