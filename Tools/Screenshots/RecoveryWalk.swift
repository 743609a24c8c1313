import Browser
import Person

/// States 10 to 13 of hardware keys (A-65 … A-75): first one key is lost, then every key.
struct RecoveryWalk {
  let ring: KeyRing
  let camera: Camera
  let words: [String]
  private var page: Page { ring.page }

  /// Performs the walk, starting signed out.
  func walk() async throws {
    try await ring.hold(nil)
    try await page.getBackIn(with: "Another key", on: ring.site)
    try await page.wait(forText: "Sign in with your backup key.")
    try await ring.waitForKey()
    try await camera.take("enrollment-10-lost-primary")
    try await page.getBackIn(with: "My twelve words", on: ring.site)
    _ = try await page.find("#words-1")
    try await camera.take("enrollment-11-word-entry")
    try await ring.type(Array(repeating: "abandon", count: 11) + ["about"])  // words of the list, and nobody's
    try await page.press("Restore")
    try await page.wait(forText: "These 12 words open no account here.")
    try await camera.take("enrollment-13-wrong-words")
    try await page.press("Try the words again")
    try await ring.restore(words)
    try await camera.take("enrollment-12-recovered")
    try await ring.black.clear()
    try await ring.hold(ring.black)
    try await page.press("Enroll a new primary key now")
    try await page.wait(forText: "Name this key")
    try await page.type("green", into: "#name")
    try await page.press("Continue")
    try await page.press("“yellow”")
    try await page.wait(forText: "“yellow”: gone")
    try await camera.take("coming-back-review")
    try await page.press("Go on without it")
    _ = try await ring.save()
    try await page.wait(forText: "It is here")
    try await camera.take("coming-back")
  }
}
