import Browser
import Foundation
import Person

/// States 1 to 6 and 14 of hardware keys (A-31 … ): from an account without a key to a saved key, and to the
/// question whether to leave there.
struct FirstKeyWalk {
  let ring: KeyRing
  let camera: Camera
  private var page: Page { ring.page }

  func walk() async throws {
    try await ring.register()
    try await page.go(to: ring.site.origin + "/account")
    try await page.enter(.keys)
    try await page.wait(forText: "Add a hardware key — recommended")
    try await camera.take("enrollment-01-not-enrolled")
    try await page.press("Add a hardware key")
    try await page.press("Confirm with your passkey")
    try await page.wait(forText: "1 of 4")
    try await ring.waitForKey()
    try await camera.take("enrollment-02-step-1")
    try await read()
    try await page.wait(forText: "Name this key")
    try await camera.take("enrollment-04-key-detected")
    try await ring.hold(nil)
    try await page.type("yellow YubiKey", into: "#name")
    try await page.press("Continue")
    try await page.wait(forText: "Tap once more to confirm.")
    try await camera.take("enrollment-05-confirm-tap")
    try await ring.tap(ring.yellow, until: "2 of 4")
    try await ring.waitForKey()
    try await camera.take("enrollment-06-backup")
    try await page.press("Cancel")
    try await page.wait(forText: "Cancel enrollment? Your primary key won't be saved.")
    try await camera.take("enrollment-14-cancelled")
  }

  /// The reading state lasts as long as the network request, so the network is slowed down.
  private func read() async throws {
    try await ring.hold(ring.yellow)
    try await page.setLatency(.seconds(2))
    try await page.press("Tap again")
    try await page.wait(forText: "Reading…")
    try await camera.take("enrollment-03-reading")
    try await page.setLatency(nil)
  }
}
