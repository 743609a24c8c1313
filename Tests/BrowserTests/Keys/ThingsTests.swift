import Browser
import Foundation
import Person
import Store
import TestSite
import Testing

/// The room in which somebody says where their things lie, and what their page then says.
@Suite struct ThingsTests {
  /// The fields of the room in which a place is said.
  private static let places = "[data-things=places] input, [data-things=papers] input"

  private func verdict(_ page: Page) async throws -> String {
    try await page.evaluate("document.querySelector('[data-verdict]')?.textContent").string ?? ""
  }
  private func wait(forVerdict verdict: String, _ page: Page) async throws {
    try await page.wait(until: "the verdict “\(verdict)”") { try await self.verdict(page) == verdict }
  }
  /// Goes from home to the room and opens the journal there.
  private func enter(_ ring: KeyRing, with key: VirtualAuthenticator) async throws {
    try await ring.page.go(to: ring.site.origin + "/account")
    try await ring.page.press("Open your journal and say where your things lie: then we count it.")
    try await ring.hold(key)
    try await ring.page.press("Open your journal")
    try await ring.page.press("Confirm with your passkey")
    try await isOpen(ring.page)
  }
  private func isOpen(_ page: Page) async throws {
    try await page.wait(untilTrue: "document.querySelector('[data-things=verdict]')?.textContent")
  }
  /// Says one place for everything.
  private func say(_ place: String, _ page: Page) async throws {
    for field in try await page.findAll(Self.places) { try await field.type(place) }
    try await page.press("Save")
    try await page.wait(forText: "Saved, encrypted in your journal.")
  }

  @Test("a place that holds every thing is named, in every browser of the person's, and nowhere on the server")
  func onePlace() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(path: folder.appending(path: "latchstring.sqlite").path)
    try await withKeyRing(store: store) { ring in
      let page = ring.page, axe = try Axe(page), named = "One loss locks you out: mill-cellar."
      try await ring.register()
      _ = try await ring.enroll()
      try await page.go(to: ring.site.origin + "/account")
      let before = try await verdict(page)
      #expect(before.contains("as long as no two of them lie in one place"), "\(before)")
      try await enter(ring, with: ring.yellow)
      try await axe.check("where things lie", in: Axe.Look.all)
      try await say("mill-cellar", page)
      #expect(try await page.find("[data-things=verdict]").text == named)

      try await page.press("Overview")
      try await wait(forVerdict: named, page)
      #expect(
        try await page.find("[data-counted=addKey]").text
          == "Then no single thing locks you out, as long as no two share a PIN.", "the best step is in sight")
      try await axe.check("the home with the journal open", in: Axe.Look.all)
      try await page.press("What if I lose …")
      try await page.wait(
        untilTrue: "[...document.querySelectorAll('.tick b')].some((one) => one.innerText === 'Mill-cellar')")
      #expect(try await page.findAll("#what-if input[name]").isEmpty, "no form can send a tick")
      try await page.run(
        "[...document.querySelectorAll('.tick')].find((one) => one.innerText.includes('Mill-cellar')).click()")
      try await page.wait(forText: "Locked out")
      try await axe.check("what if, with the journal open", in: Axe.Look.all)

      try await page.press("Overview")
      try await wait(forVerdict: named, page)
      try await page.press("Close your journal")
      try await wait(forVerdict: before, page)

      try await ring.signOut()
      try await page.run("localStorage.clear(); sessionStorage.clear()")  // another browser has seen nothing
      try await ring.signIn(ring.black)
      try await wait(forVerdict: before, page)
      try await enterAfterSignIn(page)
      #expect(try await page.find("[data-things=verdict]").text == named)
      try await page.press("Overview")
      try await wait(forVerdict: named, page)
      try await page.expectQuietConsole()

      var stored = ring.site.wiretap.requests + ring.site.log.lines
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        stored.append(String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self))
      }
      #expect(stored.contains { $0.contains("yellow") }, "what is no secret is found by the same search")
      #expect(!stored.contains { $0.contains("mill-cellar") })
    }
  }

  /// What the sign-in's touch gave opens the journal in the room, without another touch.
  private func enterAfterSignIn(_ page: Page) async throws {
    try await page.press("Open your journal and say where your things lie: then we count it.")
    try await page.wait(untilTrue: "location.pathname === '/account/things'")
    try await page.press("Open your journal")
    try await isOpen(page)
  }

  @Test("things at two places with two PINs leave no condition, and one PIN for both keys is one loss")
  func pins() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await enter(ring, with: ring.yellow)
      for (number, field) in try await page.findAll(Self.places).enumerated() {
        try await field.type("place \(number)")
      }
      try await choosePINs(page, shared: false)
      let host = try #require(URL(string: ring.site.origin)?.host())
      let verdict = try await page.find("[data-things=verdict]").text
      #expect(verdict == "No single loss of yours locks you out while \(host) stands.", "\(verdict)")
      try await choosePINs(page, shared: true)
      try await page.wait(
        untilTrue: "document.querySelector('[data-things=verdict]').textContent.includes('the PIN of')")
      try await page.press("Save")
      try await page.wait(forText: "Saved, encrypted in your journal.")
      try await page.press("Overview")
      try await page.wait(untilTrue: "document.querySelector('[data-verdict]').textContent.includes('the PIN of')")
      #expect(try await self.verdict(page).hasPrefix("One loss may lock you out: the PIN of "))
    }
  }
  /// Says of each PIN that it is like no other, or of yellow and black that theirs is one.
  private func choosePINs(_ page: Page, shared: Bool) async throws {
    try await page.run(
      """
      const selects = [...document.querySelectorAll('[data-things=pins] select')];
      const yellow = selects.find((one) => one.labels[0].textContent.includes('yellow'));
      const black = selects.find((one) => one.labels[0].textContent.includes('black'));
      for (const select of selects) select.value = select.options[1].value;
      if (arguments[0]) yellow.value = black.value;
      yellow.dispatchEvent(new Event('change', { bubbles: true }));
      """, .bool(shared))
  }

  @Test("what another page of the person's saved meanwhile is not lost, and a journal shows no such entry")
  func conflict() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The well is dry.")
      try await page.press("Where your things lie")
      try await isOpen(page)
      try await say("home", page)
      // A copy was noted in another page since this one was drawn.
      try await page.run(
        """
        const { update } = await \(ours("entries.js")), { withCopy } = await \(ours("belongings.js"));
        await update('belongings', (old) => withCopy(old, { made: '2026-01-02T00:00:00.000Z', holds: ['x'] }));
        """)
      try await page.press("Save")
      try await page.wait(forText: "Saved, encrypted in your journal.")
      let kept = try await page.run(
        """
        const entries = await (await \(ours("entries.js"))).read();
        const { copies, things, text } = entries.find(({ kind }) => kind === 'belongings');
        return [entries.length, copies.length, things.every(({ place }) => place === 'home'), text];
        """)
      #expect(kept[0] == 2 && kept[1] == 1 && kept[2] == true)
      #expect(kept[3].string?.contains("yellow: home") == true && kept[3].string?.contains("Copy of 2 January") == true)
      // Another page moves one thing, this one another.
      try await page.run(
        """
        const { update } = await \(ours("entries.js"));
        await update('belongings', (old) => ({
          ...old, things: old.things.map((one, at) => (at === 1 ? { ...one, place: 'the bank' } : one)) }));
        """)
      let first = try #require(try await page.findAll(Self.places).first)
      try await first.clear()
      try await first.type("the office")
      try await page.press("Save")
      try await page.wait(untilTrue: "!document.querySelector('[data-things]').hasAttribute('data-unsaved')")
      let moved = try await page.run(
        """
        const entries = await (await \(ours("entries.js"))).read();
        return entries.find(({ kind }) => kind === 'belongings').things.map(({ place }) => place);
        """)
      #expect(moved[0] == "the office" && moved[1] == "the bank", "\(moved)")
      try await ring.openJournal(ring.yellow)
      try await page.wait(forText: "The well is dry.")
      #expect(try await page.findAll("[data-journal] li").count == 1)
    }
  }

  @Test("what is written in the journal and not saved is asked about once before it is left, by any way")
  func unsaved() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await page.type("The well is dry.", into: "#journal-text")
      for leave in ["Where your things lie", "Overview"] {
        try await page.press(leave)
        try await page.wait(forText: "What you wrote here is not saved.")
        #expect(try await page.evaluate("document.querySelector('#journal-text').value.length > 0") == true, "\(leave)")
        try await page.type("The well is dry. The rope is old.", into: "#journal-text")
      }
      // Esc in a field that holds text does nothing by itself.
      try await page.run("document.activeElement.blur()")
      try await page.press(key: .escape)
      try await page.wait(forText: "What you wrote here is not saved.")
      #expect(try await page.evaluate("document.querySelector('#journal-text').value.length > 0") == true)
      try await page.type("The rope is old.", into: "#journal-text")
      try await page.back()
      try await page.wait(untilTrue: "document.activeElement.id === 'journal-text' && history.state?.flow === 'above'")
      #expect(try await page.evaluate("document.querySelector('#journal-text').value") == "The rope is old.")
      try await page.back()
      try await page.wait(untilTrue: "location.pathname === '/account'")
    }
  }

  @Test("a saved copy counts at its place, and the round says when it is due") func copies() async throws {
    try await withKeyRing { ring in
      let page = ring.page, folder = try CopyFolder()
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.takeCopy(ring.yellow)
      _ = try await folder.save(from: page, as: "copy")
      #expect(try await page.text.contains("Your journal notes this copy."))
      try await page.press("Done")
      try await page.isIn(.recovery)
      try await enter(ring, with: ring.yellow)
      let field = try #require(try await page.findAll("[data-things=copies] input").first)
      try await field.type("the office")
      try await page.press("Save")
      try await page.wait(forText: "Saved, encrypted in your journal.")
      try await page.press("Overview")
      try await page.wait(untilTrue: "!document.querySelector('[data-open-journal]').hidden")
      try await page.press("What to try, and when")
      try await page.wait(forText: "Lies here: the office")
      #expect(try await page.text.contains("Due on "))
      try await Axe(page).check("the round with the journal open", in: Axe.Look.all)
      try await page.run("history.back()")
      try await page.wait(untilTrue: "location.pathname === '/account' && document.readyState === 'complete'")
      try await page.wait(forText: "Open your journal and say where your things lie: then we count it.")
    }
  }
}
