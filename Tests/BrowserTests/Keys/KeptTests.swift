import Browser
import Person
import Testing

/// An account with enrolled keys: the reminder of its code, and its people next to its journal.
@Suite struct KeptTests {
  /// Records every request body that leaves the page.
  private static let script = """
    const send = fetch;
    window.fetch = (address, options) => {
      sessionStorage.setItem('sent', `${sessionStorage.getItem('sent') ?? ''} ${options?.body ?? ''}`);
      return send(address, options);
    };
    """

  /// The people are stored under the Master Key. The reminder makes a new code.
  @Test("A-57 G-27 G-30: people are stored with the journal; a postponed code causes a reminder")
  func kept() async throws {
    try await withKeyRing(script: Self.script) { ring in
      let page = ring.page
      try await ring.register()
      let first = try await ring.enroll()

      try await ring.openJournal(ring.yellow)
      try await ring.write("The well is dry.")
      try await page.type("Ana of the mill", into: "#person-name")
      try await page.type("kit no. 1", into: "#person-note")
      try await page.press("Add to the list")
      try await page.wait(forText: "Added.")
      #expect(try await page.find("[data-journal=people]").text.contains("Ana of the mill\nkit no. 1"))
      #expect(try await page.find("[data-journal=entries]").text.contains("The well is dry."))
      #expect(try await !page.find("[data-journal=entries]").text.contains("Ana"))
      let sent = try await page.evaluate("sessionStorage.getItem('sent')").string ?? ""
      #expect(
        sent.count > 2000 && !sent.contains("Ana of") && !sent.contains("kit no. 1") && !sent.contains("well is dry"))
      try await page.go(to: page.evaluate("location.href").string ?? "")
      try await page.wait(forText: "Confirm with your passkey")
      #expect(try await page.evaluate("document.documentElement.outerHTML.includes('Ana of')") == false)
      try await ring.openJournal(ring.black)
      try await page.wait(forText: "Ana of the mill")

      try await ring.start("recovery-code", from: Room.recovery.path)
      try await page.press("Confirm with your passkey")
      let second = try await ring.words()
      try await page.press("Show again later")
      try await page.wait(
        forText:
          """
          We'll remind you in Settings. This code can't be shown again, so the reminder makes a new one. To \
          finish now, save this one and tick the box.
          """
      )
      #expect(try await page.find("main .is-primary").isEnabled == false, "A-57: Finish stays shut")
      try await page.press("Settings")
      try await page.isIn(.recovery)
      try await page.wait(forText: "A new recovery code is still to be made")
      try await page.click(".card.is-reminder button")
      try await page.press("Confirm with your passkey")
      let third = try await ring.save()
      #expect(Set([first, second, third]).count == 3)
      try await page.isIn(.recovery)
      #expect(try await page.findAll(".card.is-reminder").isEmpty)
    }
  }
}
