import Browser
import Model
import Person
import TestSite
import Testing

@Suite struct RegistrationTests {
  @Test("G-44: one press on the first page leads to the list of scenarios") func launch() async throws {
    try await withSite { site in
      try await withPage { (page) async throws in
        try await page.go(to: site.origin + "/")
        try await page.press("Sign-in lab")
        try await page.wait(forText: "Six ways to sign in with a passkey.")
        #expect(try await page.findAll(".choice-text b").count == 6)
        try await page.expectQuietConsole()
      }
    }
  }

  /// The list has six ways, and signing out leads back to it.
  @Test("B-01 B-02 B-03 B-04 B-05 B-28 B-29 B-30 B-35 B-36: a name and a passkey create an account")
  func registers() async throws {
    try await withSite { site in
      try await withPage { (page) async throws in
        _ = try await page.addAuthenticator(.internal, .init(prf: true))
        let recorder = try await page.recordCredentials()
        try await page.go(to: site.origin + "/lab")
        var names: [String] = []
        for name in try await page.findAll(".choice-text b") { names.append(try await name.text) }
        #expect(
          names == [
            "Registration", "Passkey-only login", "Passkey login with password option", "AutoFill Passkey-only",
            "preferImmediatelyAvailableCredentials mode", "AutoFill Hybrid (complete experience)",
          ])
        try await page.pick("Registration")
        #expect(try await page.findAll("main input:not([type=hidden])").count == 1)
        #expect(try await page.findAll("main button").count == 1)
        try await page.type("mirela", into: "#username")
        try await page.press("Create a passkey")
        try await page.wait(forText: "You're in, mirela.")
        #expect(try await page.text.contains("A passkey on this device"))
        let calls = try await recorder.calls()
        #expect(calls.map(\.method) == [.create])
        try await page.expectQuietConsole()
        try await page.press("Sign out")
        try await page.wait(forText: "Six ways to sign in")
        try await page.go(to: site.origin + "/account")
        try await page.wait(forText: "The latchstring is out.")
      }
    }
  }
}
