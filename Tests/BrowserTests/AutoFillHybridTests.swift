import Browser
import Person
import TestSite
import Testing

@Suite struct AutoFillHybridTests {
  static let scenario = "AutoFill Hybrid (complete experience)"
  static let password = "seven green bottles"

  /// The fields accept passkeys and passwords.
  @Test("B-11 B-14 B-31: two fields and a button appear; the conditional request starts at once")
  func waits() async throws {
    try await withVisit(AuthenticatorOptions(presence: false)) { visit in
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      #expect(try await visit.page.find("#username").attribute("autocomplete") == "username webauthn")
      #expect(try await visit.page.find("#password").attribute("autocomplete") == "current-password webauthn")
      #expect(try await visit.page.find("main button").text == "Sign in")
      #expect(try await visit.page.find("main button").isEnabled)
      #expect(try await visit.seen.calls().map(\.isPending) == [true])
    }
  }

  @Test("B-15: a passkey from the list signs in with one conditional request, without the button")
  func passkeyFromList() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose(Self.scenario)
      try await visit.isSignedIn()
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.conditional])
      try await visit.page.expectQuietConsole()
    }
  }

  /// The password is checked at once, without a sheet.
  @Test("B-16 B-17: with both fields filled the button ends the request and checks the password")
  func password() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.register("mirela", on: visit.site, signingOut: false)
      try await page.setPassword(Self.password)
      try await page.signOutHere()
      try await visit.seen.clear()
      try await visit.key.setPresence(false)
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      try await page.type("mirela", into: "#username")
      try await page.type("wrong", into: "#password")
      try await page.press("Sign in")
      try await page.wait(forText: "User name and password don't match.")
      // Armed again (B-38).
      try await visit.seen.wait(until: [CredentialsCall.conditional, CredentialsCall.conditional])
      #expect(try await page.find("#username").property("value") == "mirela")
      try await page.type(Self.password, into: "#password")
      try await page.press("Sign in")
      try await visit.isSignedIn()
      let calls = try await visit.seen.calls()
      #expect(calls.map(\.spelled) == [CredentialsCall.conditional, CredentialsCall.conditional])
      #expect(calls.allSatisfy { $0.abortedAt != nil && $0.outcome == .rejected("AbortError") })
      expectOneAtATime(calls)
      #expect(try await visit.seen.events("sheet").isEmpty)
      #expect(try await page.text.contains("Your password"))
    }
  }

  /// The sheet's passkey is requested only when it is chosen.
  @Test("B-18 B-33 B-34: with empty fields the button aborts, waits, then shows the sheet")
  func sheet() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await visit.register()
      try await visit.key.setPresence(false)
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      try await visit.key.setPresence(true)
      try await page.press("Sign in")
      try await page.wait(untilTrue: "document.querySelector('dialog:modal')")
      try await page.wait(forText: "We stopped waiting for the list.")
      #expect(try await page.find("dialog .note").text == "We stopped waiting for the list.")
      let offer = try #require(try await visit.seen.calls().first)
      #expect(try await visit.seen.calls().count == 1, "nothing is asked while the sheet is up")
      let sheet = try #require(try await visit.seen.events("sheet").first?["sequence"].int)
      #expect(try #require(offer.abortedAt) < #require(offer.settledAt))
      #expect(try #require(offer.settledAt) < sheet)
      #expect(offer.outcome == .rejected("AbortError"))
      try await page.press("Passkey")
      try await visit.isSignedIn()
      let calls = try await visit.seen.calls()
      #expect(calls.map(\.spelled) == [CredentialsCall.conditional, CredentialsCall.modal])
      #expect(calls.last.map { sheet < $0.sequence } == true)
      expectOneAtATime(calls)
      try await page.expectQuietConsole()
    }
  }

  @Test("a press outside the sheet goes back; one that starts inside and slides off does not")
  func beside() async throws {
    try await withVisit(AuthenticatorOptions(presence: false)) { visit in
      let page = visit.page, beside: JSON = ["x": 5, "y": 5]
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      try await page.press("Sign in")
      try await page.wait(
        untilTrue: "document.querySelector('dialog:modal')?.getAnimations({ subtree: true }).length === 0")
      let inside = try await page.evaluate(
        """
        (({ left, top }) => ({ x: Math.ceil(left) + 8, y: Math.ceil(top) + 8 }))
          (document.querySelector('dialog h2').getBoundingClientRect())
        """)
      try await page.drag(from: inside, to: beside)
      #expect(try await page.evaluate("!!document.querySelector('dialog:modal')") == true)
      #expect(try await visit.seen.calls().count == 1)
      try await page.drag(from: beside, to: beside)
      try await page.wait(untilTrue: "!document.querySelector('dialog')")
      try await visit.seen.wait(until: [CredentialsCall.conditional, CredentialsCall.conditional])
    }
  }

  /// The request has a fresh challenge.
  @Test("B-18 B-38: after the sheet, a new conditional request waits; Password shows the fields")
  func back() async throws {
    try await withVisit(AuthenticatorOptions(presence: false)) { visit in
      try await visit.choose(Self.scenario)
      try await visit.seen.wait(until: [CredentialsCall.conditional])
      try await visit.page.press("Sign in")
      try await visit.page.press("Back")
      try await visit.seen.wait(until: [CredentialsCall.conditional, CredentialsCall.conditional])
      try await visit.page.press("Sign in")
      try await visit.page.press("Password")
      try await visit.page.wait(forText: "Fill in both fields, then press Sign in.")
      try await visit.seen.wait(until: [
        CredentialsCall.conditional, CredentialsCall.conditional, CredentialsCall.conditional,
      ])
      #expect(Set(try await visit.seen.challenges()).count == 3)
      expectOneAtATime(try await visit.seen.calls())
    }
  }
}
