import Browser
import TestSite
import Testing

@Suite struct RegistrationFaultsTests {
  /// The name is kept in its field.
  @Test("B-06 B-26 B-27: a taken or invalid name is reported before a key is used, and is kept")
  func names() async throws {
    try await withVisit { visit in
      try await visit.register()
      try await visit.choose("Registration")
      for (name, sentence) in [("Mirela", "That user name is taken."), ("mirela!", "A user name has 1 to 64 letters")] {
        try await visit.page.type(name, into: "#username")
        try await visit.page.press("Create a passkey")
        try await visit.page.wait(forText: sentence)
        #expect(try await visit.page.find("#username").property("value").string == name)
      }
      #expect(try await visit.seen.calls().isEmpty)
    }
  }

  /// The page says so.
  @Test("B-06 B-26: declining the passkey keeps the name and creates no account") func dismissed() async throws {
    try await withVisit(AuthenticatorOptions(userVerified: false)) { visit in
      try await visit.choose("Registration")
      try await visit.page.type("mirela", into: "#username")
      let changes = try await visit.site.changes { () async throws in
        try await visit.page.press("Create a passkey")
        try await visit.page.wait(forText: "No passkey was given.")
      }
      #expect(!changes.contains("account") && !changes.contains("credential"))
      #expect(try await visit.page.find("#username").property("value") == "mirela")
      #expect(try await visit.seen.calls().map(\.spelled) == [CredentialsCall.making])
      try await visit.key.setUserVerified(true)
      try await visit.page.press("Create a passkey")
      try await visit.isSignedIn()
    }
  }

  @Test("E-20: the page says the window belongs to the browser, and draws nothing over it")
  func browserWindow() async throws {
    try await withVisit(AuthenticatorOptions(presence: false)) { visit in
      try await visit.choose("Passkey-only login")
      try await visit.page.wait(forText: "It opens a window of its own. No page can change or hide that window")
      try await visit.page.press("Sign in with a passkey")
      try await visit.page.wait(forText: "Your browser is asking.")
      try await visit.seen.wait(until: [CredentialsCall.modal])
      #expect(try await visit.page.findAll("dialog, [role=dialog], [popover]").isEmpty)
    }
  }
}
