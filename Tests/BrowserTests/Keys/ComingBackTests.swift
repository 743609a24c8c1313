import Browser
import Model
import Person
import TestSite
import Testing

/// The moment of coming back: the journal is there, and the page itself has counted it.
@Suite struct ComingBackTests {
  private static let entry = "The spare is at Ana's."

  /// An account with two keys, two entries and one person in its journal, signed out, and nothing left but its words.
  private func withWords(_ name: String = "mirela", _ body: (KeyRing, [String]) async throws -> Void) async throws {
    try await withKeyRing { ring in
      try await ring.register(name)
      let words = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      for text in [Self.entry, "The well is dry."] { try await ring.write(text) }
      try await ring.page.type("Ana", into: "#person-name")
      try await ring.page.press("Add to the list")
      try await ring.page.wait(forText: "Added.")
      try await ring.signOut()
      for key in [ring.laptop, ring.yellow, ring.black] { try await key.clear() }
      try await body(ring, words)
    }
  }
  /// Goes from the restored Master Key to the end, with one new key; everything else is gone.
  private func comeBack(_ ring: KeyRing, with key: VirtualAuthenticator?, by button: String) async throws {
    if let key { try await ring.hold(key) }
    try await ring.page.press(button)
    try await ring.page.wait(forText: "Name this key")
    try await ring.page.type("green", into: "#name")
    try await ring.page.press("Continue")
    try await ring.page.press("All of these are gone")
    _ = try await ring.save()
  }

  @Test(
    "with words, the page names the person and counts the journal, without one more touch",
    arguments: ["mirela", "Ζωή-1_9.2", "مريم"])
  func words(_ name: String) async throws {
    try await withWords(name) { ring, words in
      let page = ring.page, calls = try await page.recordCredentials()
      try await ring.restore(words)
      try await comeBack(ring, with: ring.black, by: "Enroll a new primary key now")
      try await page.wait(forText: "It is here: 2 entries and 1 person.")
      let heading = try await page.evaluate("document.querySelector('h1').innerText").string
      #expect(heading?.filter { !("\u{2066}"..."\u{2069}").contains($0) } == "You're back, \(name).")
      try await page.wait(forText: "New key. It signs you in and opens your journal.")
      try await page.wait(forText: "Kit no. 2.")
      #expect(try await calls.calls().count == 2, "the new key is made and confirmed, and nothing is touched after")
      #expect(
        try await page.run("return (await \(ours("vault.js"))).typedWords().length") == 0, "the words are forgotten")

      // Another document has nothing open, and says so; so does a page without a script.
      try await page.reload()
      try await page.wait(forText: "It is closed in this page.")
      let plain = try await page.run(
        "return (await fetch(location.href, { headers: { Accept: 'text/html' } })).text()"
      ).string
      for text in ["You're back,", "Kit no. 2.", "New key.", "Go to your account"] {
        #expect(plain?.contains(text.replacing("'", with: "&#39;")) == true || plain?.contains(text) == true, "\(text)")
      }
      try await page.press("Go to your account")
      try await page.wait(untilTrue: "location.pathname === '/account'")
    }
  }

  @Test("a journal that the server cut short is not counted; the page says so, and the person is back all the same")
  func tampered() async throws {
    try await withWords { ring, words in
      let page = ring.page
      try await ring.restore(words)
      try await ring.site.store.write { records in
        guard let name = Username("mirela"), let account = try records.account(named: name)?.id,
          let entry = try records.journal(of: account).first(where: { $0.id != JournalEntry.indexID })
        else { throw TestSiteError() }
        try records.deleteJournalEntry(entry.id, of: account)
      }
      try await comeBack(ring, with: ring.black, by: "Enroll a new primary key now")
      try await page.wait(forText: "You're back, mirela.")
      try await page.wait(
        forText: "You are back, but your journal could not be counted. What this server gave doesn't fit together")
      #expect(try await page.shows(anyOf: ["It is here:"]) == false)
      try await page.press("Go to your account")
      try await page.wait(forText: "You're in, mirela.")
    }
  }

  @Test("on the worst day without any other key, a passkey of this device is the new key") func thisDevice()
    async throws
  {
    try await withWords { ring, words in
      // The laptop of before refuses, after so many requests that nobody touched; this is another device.
      for key in [ring.laptop, ring.yellow, ring.black] { try await key.remove() }
      let device = try await ring.page.addAuthenticator(.internal, .init(prf: true))
      try await ring.restore(words)
      try await comeBack(ring, with: nil, by: "Use this device instead")
      try await ring.page.wait(forText: "It is here: 2 entries and 1 person.")
      #expect(try await device.credentials().count == 1)
      let ways = try await ring.ways().filter(\.signsIn)
      #expect(ways.map(\.label) == ["green"] && ways.first?.transports == ["internal"] && ways.first?.opens == true)
      try await ring.start("journal", from: "/account")
      try await ring.page.press("Confirm with your passkey")
      try await ring.page.wait(forText: Self.entry)
    }
  }

  @Test("with the backup key, the lost key is revoked and the journal counted, with the touch that signed in")
  func backup() async throws {
    try await withKeyRing { ring in
      let page = ring.page, calls = try await page.recordCredentials()
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write(Self.entry)
      try await ring.signOut()
      try await ring.hold(nil)
      try await page.getBackIn(with: "Another key", on: ring.site)
      try await ring.tap(ring.black, until: "Revoke missing key?")
      let touched = try await calls.calls().count
      try await page.press("Revoke “yellow”")
      try await page.press("It's lost or broken")
      try await page.wait(forText: "It is here: 1 entry.")
      try await page.wait(forText: "Revoked: “yellow”.")
      #expect(try await calls.calls().count == touched)
      try await page.press("I still have “Passkey from sign-up”")
      try await page.wait(forText: "You still have it.")
      #expect(try await page.findAll("button[value^='remove']").isEmpty)
    }
  }

  @Test("a key that was kept when asked what is gone is not asked about again")
  func kept() async throws {
    try await withWords { ring, words in
      let page = ring.page
      try await ring.restore(words)
      try await ring.hold(ring.black)
      try await page.press("Enroll a new primary key now")
      try await page.wait(forText: "Name this key")
      try await page.type("green", into: "#name")
      try await page.press("Continue")
      try await page.press("I still have all of these")
      _ = try await ring.save()
      try await page.wait(forText: "It is here: 2 entries and 1 person.")
      #expect(try await page.text.components(separatedBy: "You still have it.").count == 4, "each of three")
      #expect(try await page.findAll("button[value^='have'], button[value^='remove']").isEmpty)
      #expect(try await ring.ways().filter(\.signsIn).map(\.label).sorted() == ["", "black", "green", "yellow"])
      try await page.press("Go to your account")
      try await page.wait(untilTrue: "location.pathname === '/account'")
      let home = try await page.evaluate("document.querySelector('main').textContent").string
      #expect(home?.contains("Do you still have “yellow”?") == true, "what is not done yet stays on home")
    }
  }
}
