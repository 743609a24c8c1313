import Browser
import TestSite

/// Walks through the screens of signing in, at one look.
struct Walker {
  let page: Page
  let site: TestSite
  let camera: Camera

  func walk() async throws {
    let key = try await page.addAuthenticator(.internal, .init(prf: true))
    try await camera.setUp()
    try await page.go(to: site.origin + "/")
    try await take("home")
    try await page.go(to: site.origin + "/lab")
    try await take("lab")
    try await VerifyWalk(page: page, site: site, camera: camera).walk()
    try await begin("registration")
    try await take("registration")
    try await page.type("mirela", into: "#username")
    try await page.press("Create a passkey")
    try await page.wait(forText: "You're in, mirela.")
    try await take("signed-in")
    try await page.enter(.password)
    try await page.press("Set a password")
    try await page.wait(forText: "First, confirm")
    try await take("password-confirm")
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Choose a password.")
    try await take("password")
    try await key.setPresence(false)
    try await begin("passkey-only")
    try await take("passkey-only")
    try await page.press("Sign in with a passkey")
    try await page.wait(forText: "Your browser is asking.")
    try await take("browser-asks")
    try await begin("passkey-or-password")
    try await page.press("Sign in")
    try await page.wait(forText: "How do you want to sign in?")
    try await take("passkey-or-password-sheet")
    try await begin("autofill-passkey-only")
    try await take("autofill-passkey-only")
    try await begin("immediately-available")
    try await take("immediately-available")
    try await begin("autofill-hybrid")
    try await take("autofill-hybrid")
    try await page.press("Sign in")
    try await page.wait(forText: "We stopped waiting for the list.")
    try await take("autofill-hybrid-sheet")
    try await begin("registration")
    try await page.type("mirela", into: "#username")
    try await page.press("Create a passkey")
    try await page.wait(forText: "That user name is taken.")
    try await take("registration-taken")
  }

  private func begin(_ flow: String) async throws {
    try await page.go(to: site.origin + "/lab")
    try await page.click("form[action='/start/\(flow)'] button")
    try await page.wait(untilTrue: "location.pathname.startsWith('/flow/')")
  }
  private func take(_ name: String) async throws { try await camera.take(name) }
}
