import Browser
import Person
import Testing

@Suite struct SecondFactorTests {
  @Test("G-29: a password account with a hardware key requests the key after the password")
  func keyAfterPassword() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.start("password", from: Room.password.path)
      try await ring.hold(ring.yellow)
      try await ring.page.setPasswordHere("seven green bottles")
      try await ring.signOut()
      try await ring.hold(nil)
      try await ring.page.choose("Passkey login with password option", on: ring.site)
      try await ring.page.press("Sign in")
      try await ring.page.press("Password")
      try await ring.page.type("mirela", into: "#username")
      try await ring.page.type("seven green bottles", into: "#password")
      try await ring.page.press("Sign in")
      try await ring.page.wait(forText: "Your password is right. This account has a hardware key: touch it as well.")
      #expect(try await ring.page.evaluate("location.pathname").string?.hasPrefix("/flow/") == true)
      try await ring.page.press("Back")
      try await ring.hold(ring.yellow)
      try await ring.page.press("Sign in")
      try await ring.page.press("Passkey")
      try await ring.page.wait(forText: "You're in, mirela.")
    }
  }
}

extension Page {
  /// Sets a password through its flow: confirms, types and saves.
  func setPasswordHere(_ password: String) async throws {
    try await press("Confirm with your passkey")
    try await type(password, into: "#new-password")
    try await press("Save password")
    try await wait(forText: "Your password is saved.")
    try await press("Back to Settings")
    try await isIn(.password)
  }
}
