import Browser
import Model
import Person
import TestSite
import Testing

@Suite struct SessionsPageTests {
  /// Signs in twice with one key, and returns the browser of the first sign-in, which is in the background now.
  private func signInTwice(_ visit: Visit) async throws -> Visitor {
    try await visit.register()
    func signIn() async throws {
      try await visit.choose("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.isSignedIn()
    }
    try await signIn()
    let other = Visitor(visit.site)
    other.cookie = try await visit.page.cookie("latchstring").map { "latchstring=\($0.value)" }
    try await visit.page.deleteCookies()
    try await signIn()
    return other
  }
  private func isSignedIn(_ visitor: Visitor) async throws -> Bool {
    try await visitor.get("/account", accept: "text/html").status == 200
  }

  /// Reading continues at the list of sessions.
  @Test("G-45: the keyboard suffices to sign out another browser from Settings immediately")
  func keyboard() async throws {
    try await withVisit { visit in
      let other = try await signInTwice(visit), page = visit.page
      #expect(try await isSignedIn(other))
      try await page.go(to: visit.site.origin + Room.devices.path)
      try await Axe(page).check("where one is signed in", in: Axe.Look.all)
      let rows = try await page.findAll(".session-row")
      #expect(rows.count == 2)
      let own = try await rows[0].text
      #expect(own.contains("Chrome on Linux") && own.contains("this browser") && !own.contains("Sign out"))
      let button = try await page.find(".session-row button"), name = try await button.accessibleName
      #expect(name.hasPrefix("Sign out Chrome on Linux, signed in today "))
      try await KeyboardTests().tab(to: ".session-row button", page)
      try await page.press(key: .enter)
      try await page.wait(
        untilTrue: "location.hash === '#sessions' && document.querySelectorAll('.session-row').length === 1")
      try await page.wait(untilTrue: "document.activeElement?.innerText === 'Devices signed in'")
      #expect(try await !isSignedIn(other))
      #expect(try await visit.isSignedInOnServer())
      try await page.expectQuietConsole()
      try await page.enter(.activity)
      #expect(try await page.text.contains("Another browser signed out from here"))
    }
  }

  @Test("G-45: without scripts, a plain form signs out everywhere else") func noScript() async throws {
    try await withVisit { visit in
      let other = try await signInTwice(visit), page = visit.page
      try await visit.site.addSession(.terminal)
      _ = try await page.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
      try await page.go(to: visit.site.origin + Room.devices.path)
      #expect(try await page.findAll(".session-row").count == 3)
      try await page.click("form[action='/settings/devices/sign-out-elsewhere'] button")
      try await page.wait(until: "one place is left") { try await page.findAll(".session-row").count == 1 }
      #expect(try await page.findAll("form[action='/settings/devices/sign-out-elsewhere']").isEmpty)
      #expect(try await !isSignedIn(other))
      #expect(try await visit.isSignedInOnServer())
    }
  }
}
