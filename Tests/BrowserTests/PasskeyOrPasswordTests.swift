import Browser
import Person
import TestSite
import Testing

@Suite struct PasskeyOrPasswordTests {
  static let scenario = "Passkey login with password option"
  static let password = "seven green bottles"

  /// There is no field, and Passkey requests a passkey.
  @Test("B-09 B-10: one button opens a sheet that offers passkey and password, and Esc goes back")
  func passkey() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose(Self.scenario)
      let page = visit.page
      #expect(try await page.findAll("main input:not([type=hidden])").isEmpty)
      #expect(try await page.findAll("main button").count == 1)
      for isLast in [false, true] {
        try await page.press("Sign in")
        try await page.wait(untilTrue: "document.querySelector('dialog:modal')")
        let names = try await page.evaluate(
          "[...document.querySelectorAll('dialog button')].map((button) => button.textContent)")
        #expect(names == ["Passkey", "Password", "Back"])
        #expect(try await page.find("dialog").role == "dialog")
        #expect(try await page.find("dialog").accessibleName == "How do you want to sign in?")
        #expect(try await visit.seen.calls().isEmpty, "the sheet asks for nothing by itself")
        if !isLast {
          try await page.press(key: .escape)
          try await page.wait(
            untilTrue: "!document.querySelector('dialog') && document.querySelector('main:not([inert]) button')")
        }
      }
      try await page.press("Passkey")
      try await visit.isSignedIn()
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.modal])
      #expect(try await visit.seen.calls().first?.hasUserActivation == true)
      try await page.expectQuietConsole()
    }
  }

  /// The password is set in the account. A wrong one is reported, and neither requests a passkey.
  @Test("B-10 B-27: a password, once set, signs in; a wrong password keeps the name in its field")
  func password() async throws {
    try await withVisit { visit in
      let page = visit.page
      try await page.registerByHand("mirela", on: visit.site, signingOut: false)
      try await page.setPassword(Self.password)
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.making, CredentialsCall.confirming])
      try await page.signOutHere()
      try await visit.seen.clear()
      try await visit.choose(Self.scenario)
      try await page.press("Sign in")
      try await page.press("Password")
      try await page.type("mirela", into: "#username")
      #expect(try await !page.find("main .actions button").isEnabled, "it waits for both fields")
      try await page.type("seven red bottles", into: "#password")
      try await page.press("Sign in")
      try await page.wait(forText: "User name and password don't match.")
      #expect(try await page.find("#username").property("value") == "mirela")
      #expect(try await page.find("#password").property("value") == "")
      #expect(try await !visit.isSignedInOnServer())
      try await page.type(Self.password, into: "#password")
      try await page.press("Sign in")
      try await visit.isSignedIn()
      #expect(try await page.text.contains("Your password"))
      #expect(try await visit.seen.calls().isEmpty)
      try await page.expectQuietConsole()
    }
  }
}
