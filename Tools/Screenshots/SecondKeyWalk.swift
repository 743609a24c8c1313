import Browser
import Person

/// States 7 to 9 of hardware keys (A-46 … A-60): both keys are tested, the recovery code is saved, and the resulting
/// state is shown.
struct SecondKeyWalk {
  let ring: KeyRing
  let camera: Camera
  private var page: Page { ring.page }

  /// Performs the walk, and ends signed out. Returns the words of the recovery code.
  func walk() async throws -> [String] {
    try await ring.register()
    try await ring.enrollPrimary()
    try await ring.name(ring.black, "black", lettingGo: true)
    try await page.wait(forText: "Tap your primary.")
    try await camera.take("enrollment-07-tap-test")
    try await ring.test()
    _ = try await ring.words()
    try await camera.take("enrollment-08-recovery-code")
    let words = try await ring.save()
    try await page.wait(forText: "Keys are in.")
    try await camera.take("enrollment-09-enrolled")
    try await page.press("Back to Settings")
    try await page.isIn(.keys)
    try await camera.take("settings-keys")
    try await page.openKey("yellow")
    try await camera.take("settings-key")
    try await page.enter(.recovery)
    try await camera.take("settings-recovery")
    try await page.enter(.activity)
    try await camera.take("settings-activity")
    try await page.press("Overview")
    try await writeJournal()
    try await ring.signOut()
    return words
  }

  private func writeJournal() async throws {
    try await ring.hold(ring.yellow)
    try await page.press("Open your journal")
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "Your journal is open in this page, and nowhere else.")
    try await ring.write("The spare is at Ana's.")
    try await camera.take("journal")
  }
}
