import Browser
import Model
import Person
import Testing

/// A key in a browser whose secret no longer matches its wrap.
@Suite struct RewrapTests {
  /// Simulates an authenticator that made a new secret when its PIN was reset: the key named in `renewed` returns a
  /// different one, always the same.
  private static let script = """
    const told = PublicKeyCredential.prototype.toJSON;
    PublicKeyCredential.prototype.toJSON = function () {
      const answer = told.call(this), results = answer.clientExtensionResults?.prf?.results;
      if (results && answer.id === localStorage.getItem('renewed'))
        results.first = (results.first[0] === 'A' ? 'B' : 'A') + results.first.slice(1);
      return answer;
    };
    """

  /// The text of the page of one key.
  private func told(_ name: String, _ ring: KeyRing) async throws -> String {
    try await ring.page.openKey(name)
    return try await ring.page.find("main").text
  }

  /// Settings says so.
  @Test("G-20 E-08: a key with a changed secret needs a re-wrap, which a second key makes possible")
  func rewraps() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The spare is at Ana's.")
      let yellow = try #require(try await ring.yellow.credentials().first).id
      try await page.run("localStorage.setItem('renewed', arguments[0])", .string(yellow))

      // The drill detects it.
      #expect(try await told("yellow", ring).contains("can open"))
      try await ring.hold(ring.yellow)
      try await page.press("Try it yellow")
      try await page.wait(forText: "“yellow” needs re-wrap. It signs you in, and can't open your journal any more.")
      try await page.press("Settings")
      try await page.isIn(.keys)
      let words = try await told("yellow", ring)
      #expect(
        words.lowercased().contains("needs re-wrap") && words.contains("Another key that opens can put that right.")
          && !words.contains("can open\n"))
      try await page.enter(.activity)
      #expect(try await page.text.contains("Key can't open the journal any more, and needs re-wrap"))

      // When the key is asked to open, the page says so, and a second key opens.
      try await ring.start("journal", from: "/account")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "This key needs re-wrap: it signs you in, and can't open your journal any more.")
      try await ring.hold(ring.black)
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "The spare is at Ana's.")

      _ = try await told("yellow", ring)
      try await page.press("Make it open again yellow")
      try await page.press("Make it open again")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Your journal is open. Touch “yellow” once more, and it opens it again.")
      try await ring.tap(ring.yellow, until: "“yellow” opens your journal again.")
      try await page.press("Done")
      let well = try await told("yellow", ring)
      #expect(well.contains("can open") && !well.lowercased().contains("re-wrap") && well.contains("Opened today"))
      try await ring.openJournal(ring.yellow)
      try await page.wait(forText: "The spare is at Ana's.")
      try await page.expectQuietConsole()
    }
  }

  @Test("G-20: a good key passes the drill; a key without its passkey is neither read nor marked")
  func drill() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      _ = try await told("black", ring)
      try await ring.hold(ring.black)
      try await page.press("Try it black")
      try await page.wait(forText: "“black” signs you in and opens your journal.")
      try await page.press("Done")
      // Chromium gives a restored passkey no secret.
      let passkey = try #require(try await ring.black.credentials().first)
      try await ring.black.removeCredential(passkey.id)
      try await ring.black.add(passkey)
      _ = try await told("black", ring)
      try await page.press("Try it black")
      try await page.wait(forText: "The key signs you in, and gave nothing to open with.")
      try await ring.black.clear()
      _ = try await told("black", ring)
      try await page.press("Try it black")
      try await page.wait(forText: "No passkey was given.")
      let words = try await told("black", ring)
      #expect(words.contains("can open") && !words.lowercased().contains("re-wrap"))
    }
  }
}
