import Browser
import TestSite
import Testing

@Suite struct KeyboardTests {
  /// Presses Tab until the element has the focus, as a person without a mouse does.
  func tab(to css: String, _ page: Page) async throws {
    for _ in 0..<40 {
      if try await page.evaluate("document.activeElement?.matches(arguments[0]) ?? false", .string(css)) == true {
        return
      }
      try await page.press(key: .tab)
    }
    Issue.record("Tab never came to \(css)")
  }
  func type(_ text: String, _ page: Page) async throws { try await page.focused?.type(text) }

  @Test("registering, signing out and signing in work with only Tab and Enter") func keyboardOnly() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.go(to: visit.site.origin + "/lab")
      try await tab(to: "form[action='/start/registration'] button", page)
      try await page.press(key: .enter)
      try await page.wait(forText: "Choose a user name")
      try await page.wait(untilTrue: "document.querySelector('input[name=revision]').value > 0")
      try await tab(to: "#username", page)
      try await type("mirela", page)
      try await page.press(key: .enter)
      try await visit.isSignedIn()
      try await tab(to: "form[action='/sign-out'] button", page)
      try await page.press(key: .enter)
      try await page.wait(forText: "Six ways to sign in")
      try await tab(to: "form[action='/start/passkey-only'] button", page)
      try await page.press(key: .enter)
      try await page.wait(forText: "No user name, no password.")
      try await page.wait(untilTrue: "document.querySelector('input[name=revision]').value > 0")
      try await tab(to: "main button[value=signIn]", page)
      try await page.press(key: .enter)
      try await visit.isSignedIn()
    }
  }

  @Test("a sheet takes the focus, keeps it while Tab cycles, and returns it when closed") func sheet() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await visit.choose("Passkey login with password option")
      try await page.press("Sign in")
      try await page.wait(untilTrue: "document.querySelector('dialog:modal')?.contains(document.activeElement)")
      for _ in 0..<5 {
        try await page.press(key: .tab)
        #expect(try await page.evaluate("!document.querySelector('main').contains(document.activeElement)") == true)
      }
      try await page.press(key: .escape)
      try await page.wait(
        untilTrue:
          "!document.querySelector('dialog') && document.querySelector('main').contains(document.activeElement)")
    }
  }

  @Test("M-03: a new screen's text appears in the live region, and an error is an alert")
  func announces() async throws {
    try await withVisit { visit in
      try await visit.choose("Passkey-only login")
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(
        untilTrue: "document.getElementById('live').textContent.startsWith('No passkey was given.')")
      #expect(try await visit.page.evaluate("document.getElementById('live').getAttribute('aria-live')") == "polite")
      let name = "mirela"
      try await visit.register(name)
      try await visit.choose("Registration")
      try await visit.page.type(name, into: "#username")
      try await visit.page.press("Create a passkey")
      try await visit.page.wait(forText: "That user name is taken.")
      #expect(try await visit.page.find(".banner.is-error").attribute("role") == "alert", "assertive")
    }
  }
}
