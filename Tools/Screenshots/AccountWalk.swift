import Browser
import Person

/// The account's home from sign-up on, what each loss costs, and the door for whoever can't get in.
struct AccountWalk {
  let ring: KeyRing
  let camera: Camera
  private var page: Page { ring.page }

  func walk() async throws {
    try await ring.hold(ring.laptop)
    try await page.go(to: ring.site.origin)
    try await page.press("Create an account")
    try await page.type("mirela", into: "#username")
    try await page.press("Create a passkey")
    try await page.wait(forText: "You're in, mirela.")
    try await camera.take("account-new")
    _ = try await ring.enroll()
    try await ring.openJournal(ring.yellow)
    try await page.go(to: ring.site.origin + "/account")
    try await camera.take("account")
    try await ask()
    for room in [Room.devices, .password] {
      try await page.enter(room)
      try await camera.take("settings-\(room)")
    }
    try await tryKey()
    try await ring.signOut()
    try await camera.take("signed-out")
    try await page.press("Can't get in?")
    try await camera.take("trouble")
    try await page.press("None of these")
    try await camera.take("trouble-none")
  }

  private func ask() async throws {
    try await page.press("What if I lose …")
    try await page.wait(untilTrue: "document.querySelector('[data-ask]')?.hidden")
    try await camera.take("what-if")
    for box in try await page.findAll("#what-if [type=checkbox]").prefix(3) { try await box.click() }
    try await camera.take("what-if-three")
  }

  private func tryKey() async throws {
    try await page.openKey("black")
    try await page.press("Try it black")
    try await ring.waitForKey()
    try await camera.take("key-try")
    try await ring.tap(ring.black, until: "signs you in and opens your journal")
    try await camera.take("key-tried")
  }
}
