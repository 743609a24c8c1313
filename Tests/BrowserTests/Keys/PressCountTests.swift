import Browser
import Person
import Testing

/// How many presses it takes, counted in the page as a person makes them.
@Suite struct PressCountTests {
  @Test("from the first page, a lost primary is revoked in at most four presses") func lostPrimary() async throws {
    try await withKeyRing(script: PressCount.script) { ring in
      let page = ring.page, calls = try await page.recordCredentials()
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.signOut()
      try await page.go(to: ring.site.origin)
      try await ring.hold(ring.black)
      let (pressed, touched) = (try await PressCount.on(page), try await calls.calls().count)
      try await page.press("Can't get in?")
      try await page.press("Another key")
      try await page.press("Revoke “yellow”")
      try await page.press("It's lost or broken")
      try await page.wait(forText: "Revoked: “yellow”.")
      #expect(try await PressCount.on(page) - pressed <= 4)
      #expect(try await calls.calls().count - touched == 1, "the touch that signed in revokes")
    }
  }

  @Test("from the first page, twelve words lead back, without the lost keys, in at most nine presses")
  func words() async throws {
    try await withKeyRing(script: PressCount.script) { ring in
      let page = ring.page
      try await ring.register()
      let words = try await ring.enroll()
      for key in [ring.laptop, ring.yellow, ring.black] { try await key.clear() }
      try await ring.signOut()
      try await ring.hold(ring.black)
      let pressed = try await PressCount.on(page)
      try await ring.restore(words)
      try await page.press("Enroll a new primary key now")
      try await page.wait(forText: "Name this key")
      try await page.type("black again", into: "#name")
      try await page.press("Continue")
      try await page.press("All of these are gone")
      _ = try await ring.save()
      try await page.wait(forText: "You're back, mirela.")
      #expect(try await PressCount.on(page) - pressed <= 9)
    }
  }

  @Test("from the key's own page, a key is revoked in at most three presses") func fromItsPage() async throws {
    try await withKeyRing(script: PressCount.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await page.openKey("yellow")
      try await page.wait(forText: "Your 2 other keys and your recovery code keep working.")
      try await ring.hold(ring.black)
      let pressed = try await PressCount.on(page)
      try await page.press("Revoke yellow")
      try await page.press("It's lost or broken")
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Revoked: “yellow”.")
      #expect(try await PressCount.on(page) - pressed <= 3)
      try await page.press("Back to Settings")
      try await page.isIn(.keys)
      #expect(try await page.findAll("a.key-row").count == 2)
    }
  }
}
