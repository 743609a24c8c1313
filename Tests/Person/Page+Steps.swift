import Browser
import TestSite

/// What a person does, named once.
extension Page {
  /// From the list to a scenario, by its name (B-03).
  public func choose(_ scenario: String, on site: TestSite) async throws {
    try await go(to: site.origin + "/lab")
    try await pick(scenario)
  }

  /// Presses one of the list's entries.
  public func pick(_ scenario: String) async throws {
    for choice in try await findAll("button.choice") where try await choice.text.split(separator: "\n").contains(Substring(scenario)) {
      try await choice.click()
      break
    }
    try await wait(untilTrue: "location.pathname != '/lab'")  // a conditional request may have signed in already
  }

  /// Makes an account with a passkey, and signs out again.
  public func register(_ name: String, on site: TestSite, signingOut: Bool = true) async throws {
    try await choose("Registration", on: site)
    try await type(name, into: "#username")
    try await press("Create a passkey")
    try await wait(forText: "You're in, \(name).")
    if signingOut {
      try await press("Sign out")
      try await wait(forText: "Six ways to sign in")
    }
  }

  /// From the account page, by way of Settings: confirms with the passkey, then saves a password. Ends on the account page, signed in.
  public func setPassword(_ password: String) async throws {
    try await press("Settings → Safety")
    try await press("Set a password")
    try await press("Confirm with your passkey")
    try await type(password, into: "#new-password")
    try await press("Save password")
    try await wait(untilTrue: "location.pathname == '/account'")
    try await wait(forText: "You're in,")
  }
}
