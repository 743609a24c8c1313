import Browser
import Person
import TestSite
import WebSurface

/// The demo with its tray: the first page, a request that waits for the laptop, and the day on which the bag is gone.
struct DemoWalk {
  let guest: DemoGuest
  let camera: Camera

  static func withDemo(_ body: (TestSite) async throws -> Void) async throws {
    try await withSite(change: { ($0.demo, $0.isHome) = (.ofDemo(), true) }) { try await body($0) }
  }

  func walk() async throws {
    let page = guest.page
    try await camera.setUp()
    try await page.go(to: guest.site.origin)
    try await guest.hear("Create an account.")
    try await camera.take("demo-first-page")
    try await page.press("Create an account")
    try await page.type("mirela", into: "#username")
    try await page.press("Create a passkey")
    try await guest.hear("Now tap the laptop.")
    try await camera.take("demo-waits")
    try await guest.tap("laptop")
    try await page.wait(forText: "You're in, mirela.")
    try await guest.enroll()
    try await guest.lose("laptop")
    try await guest.lose("yellow")
    try await guest.hear("Go on at another one.")
    try await camera.take("demo-bag-gone")
    try await guest.sitElsewhere()
    try await page.press("Can't get in?")
    try await page.press("Another key")
    try await guest.tap("black")
    try await page.press("Revoke all of these")
    try await page.press("They're lost or broken")
    try await page.wait(forText: "It is here. Nothing is written in it yet.")
    try await camera.take("demo-back")
  }
}
