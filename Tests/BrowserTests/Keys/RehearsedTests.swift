import Browser
import Encoding
import Foundation
import Model
import Person
import TestSite
import Testing

/// The worst day, rehearsed in real pages: the ticket on one's own page, and the way back in a browser that knows nothing.
@Suite struct RehearsedTests {
  /// Ticks everything that is lost on the page “What if I lose …”: all things of these kinds.
  private func lose(_ kinds: String..., on ring: KeyRing) async throws {
    let page = ring.page
    try await page.go(to: ring.site.origin + "/account/what-if")
    try await page.wait(untilTrue: "document.querySelector('[data-ask]')?.hidden")
    try await page.run(
      """
      for (const box of document.querySelectorAll('#what-if input[type=checkbox]'))
        box.checked = arguments[0].includes(box.name.split(' ')[1]);
      document.querySelector('#what-if').dispatchEvent(new Event('input', { bubbles: true }));
      """, .array(kinds.map(JSON.string)))
  }
  /// Makes a ticket for the way that is left, and returns its signs as they are shown.
  private func ticket(_ ring: KeyRing, with key: VirtualAuthenticator) async throws -> String {
    let page = ring.page
    try await page.press("Rehearse this")
    try await page.wait(forText: "First, confirm that it's you.")
    try await ring.hold(key)
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Now open a private window, or another computer that you trust.")
    try await page.wait(untilTrue: "document.querySelector('[data-told=ticket]')?.textContent.length === 9")
    #expect(try await page.text.contains(ring.site.origin + "/rehearse"))
    return try #require(try await page.evaluate("document.querySelector('[data-told=ticket]').textContent").string)
  }
  /// Leaves as a private window does: nothing of this browser is known any more but the keys that are plugged in.
  private func goElsewhere(_ ring: KeyRing) async throws {
    try await ring.page.run("localStorage.clear(); sessionStorage.clear();")
    try await ring.page.deleteCookies()
    try await ring.page.go(to: ring.site.origin + "/rehearse")
  }
  /// The PRF outputs and Master Keys that this page has seen, as text.
  private func secrets(_ page: Page) async throws -> [Data] {
    let noted = try await page.evaluate("JSON.parse(sessionStorage.getItem('secrets') ?? '[]')").array ?? []
    return noted.compactMap(\.string).flatMap(EverySecretTests.spellings)
  }
  private func expectUnsent(_ secrets: [Data], _ ring: KeyRing) {
    let sent = Data(ring.site.wiretap.requests.joined(separator: "\n").utf8)
    for mark in secrets { #expect(sent.range(of: mark) == nil, "a secret was sent") }
  }
  private func type(_ ticket: String, _ ring: KeyRing) async throws {
    try await ring.page.press("I have a ticket")
    try await ring.page.wait(forText: "Type the ticket from your own page.")
    try await ring.page.type(ticket, into: "#ticket")
    try await ring.page.press("Go on")
    try await ring.page.wait(forText: "What do you come back with?")
  }

  @Test("twelve words, rehearsed: nothing changes but proof, log and ticket, no session is left, and nothing is sent")
  func words() async throws {
    try await withKeyRing(script: EverySecretTests.script) { ring in
      let page = ring.page, axe = try Axe(ring.page), store = ring.site.store
      try await ring.register()
      let words = try await ring.enroll()
      try await lose("key", on: ring)
      #expect(try await page.text.contains("You might come back with kit no. 1."))
      let before = try await store.everyRow(), ways = try await ring.ways()
      let ticket = try await ticket(ring, with: ring.yellow)
      try await axe.check("the ticket", in: Axe.Look.all)
      let own = try await secrets(page)
      #expect(!own.isEmpty)
      try await goElsewhere(ring)
      let cookies = try await page.cookies().map(\.name)
      try await axe.check("where a rehearsal begins", in: Axe.Look.all)
      try await type(ticket.lowercased(), ring)
      try await axe.check("what to come back with", in: Axe.Look.all)
      try await page.press("My twelve words")
      try await ring.enter(words)
      try await page.press("See whether they open it")
      try await page.wait(forText: "You'd be back in. It took you a minute.")
      #expect(try await page.text.contains("You were not signed in, nobody was signed out"))
      try await axe.check("rehearsed", in: Axe.Look.all)
      #expect(try await page.run("return (await \(ours("vault.js"))).openMasters().size") == 0)
      #expect(
        try await page.evaluate("localStorage.length + document.querySelectorAll('.word-entry').length") == 0,
        "nothing is remembered, and no word is left")
      try await page.press("Done")
      try await page.wait(untilTrue: "location.pathname === '/'")
      #expect(try await page.cookies().map(\.name) == cookies, "no session")
      try await page.expectQuietConsole()

      var after = try await ring.ways()
      #expect(after.first { $0.kind == .phrase }?.proofs[.words] != nil)
      for place in after.indices { after[place].proofs = ways[place].proofs }
      #expect(after == ways)
      let changed = try await store.tables(changedSince: before)
      #expect(changed.subtracting(["challenges", "runs", "sessions"]) == ["way_proofs", "audit_log", "credentials"])

      expectUnsent(own + (try await secrets(page)), ring)
      let requests = ring.site.wiretap.requests
      #expect(requests.contains { $0.contains("way.made") && $0.contains("drill") }, "the proof is sent")
      #expect(requests.allSatisfy { !$0.contains("lose key") && !$0.contains("lose+key") }, "no tick is sent")
      for (one, next) in zip(words, words.dropFirst()) {
        let phrase = try Regex("\\b\(one)[^a-z]{1,6}\(next)\\b")
        #expect(requests.allSatisfy { $0.firstMatch(of: phrase) == nil }, "a phrase was sent")
      }
      let lines = ring.site.log.lines.joined(separator: "\n")
      #expect(!lines.contains(ticket) && !lines.contains(ticket.replacing("-", with: "")))

      try await ring.signIn(ring.yellow)
      let home = try await page.text
      #expect(home.contains("Your words were rehearsed today") && home.contains("Not you? Make a new recovery code."))
      try await axe.check("home after a rehearsal", in: Axe.Look.all)
    }
  }

  @Test("a key, rehearsed: it passes with its ticket, and without one, or with one for another key, it gets no wrap")
  func key() async throws {
    try await withKeyRing(script: EverySecretTests.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await lose("paper", on: ring)
      let ticket = try await ticket(ring, with: ring.yellow)
      try await goElsewhere(ring)
      try await type(ticket, ring)
      let asked = ring.site.wiretap.requests.count
      try await ring.hold(ring.black)
      try await page.press("A key or passkey")
      try await page.wait(forText: "Nothing here answers to this ticket and what you showed.")
      #expect(ring.site.wiretap.requests.dropFirst(asked).allSatisfy { !$0.contains("way.") }, "nothing was tried")
      try await page.press("Type the ticket again")
      try await page.type("00000000", into: "#ticket")
      try await page.press("Go on")
      try await ring.hold(ring.yellow)
      try await page.press("A key or passkey")
      try await page.wait(forText: "Nothing here answers to this ticket and what you showed.")
      try await page.press("Type the ticket again")
      try await page.type(ticket, into: "#ticket")
      try await page.press("Go on")
      try await page.press("A key or passkey")
      try await page.wait(forText: "You'd be back in.")
      #expect(try await page.text.contains("Your key opens your journal"))
      let elsewhere = try await secrets(page)
      #expect(!elsewhere.isEmpty, "what the key gave there is found by the same search")
      expectUnsent(elsewhere, ring)
      try await page.press("Done")
      try await page.wait(untilTrue: "location.pathname === '/'")
      try await ring.signIn(ring.yellow)
      #expect(try await page.text.contains("Rehearsed today"))
      try await page.expectQuietConsole()
    }
  }

  @Test("signed in, the page sends one to a browser that knows nothing of the account") func signedIn() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.page.go(to: ring.site.origin + "/rehearse")
      #expect(try await ring.page.text.contains("You are signed in here."))
      #expect(try await ring.page.findAll("form[action='/start/rehearsal']").isEmpty)
      try await Axe(ring.page).check("rehearsal, signed in", in: Axe.Look.all)
    }
  }
}
