import Browser
import Person
import Testing

/// How many presses it takes, counted in the page as a person makes them.
@Suite struct PressCountTests {
  /// Counts what is pressed with the mouse, over all pages of the visit.
  private static let counting = """
    addEventListener('click', ({ isTrusted, target }) => {
      if (!isTrusted || !target.closest('button, a, summary, input')) return;
      sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses')) + 1);
    }, true);
    """

  private func presses(_ page: Page) async throws -> Int {
    try await page.evaluate("Number(sessionStorage.getItem('presses'))").int ?? 0
  }

  @Test("from the first page, a lost primary is revoked in at most four presses") func lostPrimary() async throws {
    try await withKeyRing(script: Self.counting) { ring in
      let page = ring.page, calls = try await page.recordCredentials()
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.signOut()
      try await page.go(to: ring.site.origin)
      try await ring.hold(ring.black)
      let (pressed, touched) = (try await presses(page), try await calls.calls().count)
      try await page.press("Can't get in?")
      try await page.press("Another key")
      try await page.press("Revoke “yellow”")
      try await page.press("It's lost or broken")
      try await page.wait(forText: "Revoked: “yellow”.")
      #expect(try await presses(page) - pressed <= 4)
      #expect(try await calls.calls().count - touched == 1, "the touch that signed in revokes")
    }
  }

  @Test("from the key's own page, a key is revoked in at most three presses") func fromItsPage() async throws {
    try await withKeyRing(script: Self.counting) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await page.openKey("yellow")
      try await page.wait(forText: "Your 2 other keys and your recovery code keep working.")
      try await ring.hold(ring.black)
      let pressed = try await presses(page)
      try await page.press("Revoke yellow")
      try await page.press("It's lost or broken")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Revoked: “yellow”.")
      #expect(try await presses(page) - pressed <= 3)
      try await page.press("Back to Settings")
      try await page.isIn(.keys)
      #expect(try await page.findAll("a.key-row").count == 2)
    }
  }
}
