import Browser
import Person
import TestSite
import Testing

/// What a person in Firefox does not get, and what the page says or does in its place. Everything else holds there as
/// it does in Chromium: `scripts/test firefox` runs these and the other suites in it.
@Suite struct FirefoxTests {
  private func inFirefox(_ body: (Visit) async throws -> Void) async throws {
    try await BrowserKind.$chosen.withValue(.firefox) { try await withVisit { try await body($0) } }
  }

  @Test("B-20: in Firefox the lab says what is missing, and what it offers in its place")
  func lab() async throws {
    try await inFirefox { visit in
      let page = visit.page
      try await page.go(to: visit.site.origin + "/lab")
      for text in [
        "Yes. Keys, cards and this device.", "Yes. Passkeys show under the user name field.",
        "No. This browser can't check silently. The lab offers passkey-only login in its place.",
        "Yes, with keys that can give a secret. Others can sign in only, and we say so on the key.",
      ] {
        try await page.wait(forText: text)
      }
      try await page.expectQuietConsole()
    }
  }

  @Test("B-20: without immediate mode, Firefox is not asked, and the ordinary request signs in")
  func immediate() async throws {
    try await inFirefox { visit in
      let page = visit.page
      try await visit.register()
      try await visit.choose(ImmediatelyAvailableTests.scenario)
      try await page.press("Sign in")
      try await page.wait(forText: "This browser can't check silently")
      #expect(try await visit.seen.calls().isEmpty)
      #expect(try await page.findAll(".banner.is-error").isEmpty)
      try await page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.modal])
      try await page.expectQuietConsole()
    }
  }

  @Test("E-43: without signals, a sign-in in Firefox goes through, and an unknown passkey is named")
  func signals() async throws {
    try await inFirefox { visit in
      let page = visit.page
      try await visit.register()
      let (own, stranger) = try await visit.holdStranger()
      try await visit.choose("Passkey-only login")
      try await page.press("Sign in with a passkey")
      try await page.wait(forText: "No account here knows that passkey.")
      #expect(try await visit.key.credentials().map(\.id) == [stranger.id], "Firefox does not drop it")
      try await visit.key.clear()
      try await visit.key.add(own)
      try await page.press("Sign in with a passkey")
      try await visit.isSignedIn()
      #expect(try await visit.seen.events("signal").isEmpty)
      try await page.expectQuietConsole()
    }
  }

  @Test("a key that is not touched leaves a way back in Firefox, and the next touch signs in")
  func untouched() async throws {
    try await inFirefox { visit in
      let page = visit.page
      try await visit.register()
      try await visit.key.setPresence(false)
      try await page.go(to: visit.site.origin)
      try await page.signInWithPasskey()
      try await visit.seen.wait(until: [CredentialsCall.modal])
      #expect(try await visit.seen.calls().first?.isPending == true)
      try await page.go(to: visit.site.origin)
      try await visit.key.setPresence(true)
      try await page.signInWithPasskey()
      try await visit.isSignedIn()
      try await page.expectQuietConsole()
    }
  }
}
