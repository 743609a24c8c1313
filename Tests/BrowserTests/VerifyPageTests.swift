import Browser
import Person
import TestSite
import Testing

/// The page "Check a response", in the browser.
@Suite struct VerifyPageTests {
  /// Makes a response with the simulated key and waits until it is in the field.
  private func make(_ visit: Visit, _ kind: String = "Make one with this device") async throws {
    try await visit.page.press(kind)
    try await visit.page.wait(forText: "Filled in. Press Check to judge it.")
  }

  private func set(_ name: String, _ value: String, _ visit: Visit) async throws {
    try await visit.page.run("document.getElementById('\(name)').value = '\(value)'")
  }

  private func open(_ visit: Visit) async throws {
    try await visit.page.go(to: visit.site.origin + "/lab/verify")
    try await visit.page.wait(untilTrue: "!document.querySelector('[data-makes]').hidden")
  }

  @Test("a registration on this device and a sign-in with it both pass without any account")
  func made() async throws {
    try await withVisit { visit in
      try await open(visit)
      let changes = try await visit.site.changes { () async throws in
        try await make(visit)
        try await visit.page.press("Check")
        try await visit.page.wait(forText: "The registration passes")
        try await visit.page.wait(untilTrue: "!document.querySelector('[data-makes]').hidden")
        try await make(visit, "Sign in with the stored credential")
        try await visit.page.press("Check")
        try await visit.page.wait(forText: "The sign-in passes")
      }
      #expect(changes.isEmpty, "\(changes)")
      try await visit.page.expectQuietConsole()
    }
  }

  /// The values are the expected and the received one.
  @Test("a failing response is reported at the top, and its failed step is open with both values")
  func failing() async throws {
    try await withVisit { visit in
      try await open(visit)
      try await make(visit)
      let response = try await visit.page.evaluate("document.getElementById('response').value").string ?? ""
      try await visit.page.go(to: visit.site.origin + "/lab/verify")
      try await visit.page.run("document.getElementById('response').value = arguments[0]", .string(response))
      try await visit.page.type("https://other.example", into: "#origins")
      try await visit.page.press("Check")
      try await visit.page.wait(forText: "The registration fails at step 9 of 29")
      let text = try await visit.page.text
      #expect(text.contains("The origin of the page is not one that this relying party accepts"))
      #expect(
        try await visit.page.evaluate(
          "document.querySelector('.steps details[open] dl').innerText.includes('https://other.example')") == true)
      #expect(try await visit.page.evaluate("document.querySelectorAll('.steps details[open]').length") == 1)
    }
  }

  @Test("axe finds no problems on the page, without a report and with a fully expanded one") func axe() async throws {
    try await withVisit { visit in
      let axe = try Axe(visit.page)
      try await open(visit)
      try await axe.check("without a report", in: Axe.Look.all)
      try await failAtOrigin(visit)
      try await axe.check("with a report, all of it open", in: Axe.Look.all)
    }
  }

  /// Reports a registration from a different origin, with every step expanded.
  private func failAtOrigin(_ visit: Visit) async throws {
    try await make(visit)
    try await set("origins", "https://other.example", visit)
    try await visit.page.press("Check")
    try await visit.page.wait(forText: "fails at step 9 of 29")
    try await visit.page.run("for (const one of document.querySelectorAll('details')) one.open = true")
  }

  @Test("the page fits the screen, without a report and with one", arguments: LayoutTests.sizes)
  func fits(_ size: (Int, Int)) async throws {
    try await withVisit { visit in
      let page = visit.page
      try await open(visit)
      try await page.emulate(width: size.0, height: size.1, mobile: size.0 < 640)
      try await fits("without a report", size, visit)
      try await failAtOrigin(visit)
      try await page.emulate(width: size.0, height: size.1, mobile: size.0 < 640)
      try await fits("with a report", size, visit)
      let levels =
        try await page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5')].map(h => Number(h.tagName[1]))")
        .array?.compactMap(\.int) ?? []
      #expect(levels.first == 1 && zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(levels)")
      try await page.expectQuietConsole()
    }
  }

  private func fits(_ what: String, _ size: (Int, Int), _ visit: Visit) async throws {
    let width = try await visit.page.run(
      "return Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    #expect(width.int ?? 9999 <= size.0, "\(what): \(width)")
    let small = try await visit.page.evaluate(
      """
      [...document.querySelectorAll('button, a[href], summary, select, textarea, input:not([type=checkbox])')]
        .filter(e => e.checkVisibility())
        .filter(e => { const box = e.getBoundingClientRect(); return box.width < 44 || box.height < 44 })
        .map(e => e.outerHTML.slice(0, 80))
      """)
    #expect(small == [], "\(what)")
  }
}
