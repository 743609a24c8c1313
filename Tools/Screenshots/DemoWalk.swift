import Browser
import Demo
import TestSite
import WebSurface

/// The demo with its tray, at the first page and while it waits for the laptop to be tapped.
struct DemoWalk {
  let page: Page
  let site: TestSite
  let camera: Camera

  static func withDemo(_ body: (TestSite) async throws -> Void) async throws {
    let things = DemoThings()
    let keys = PretendedKeys(
      create: { try things.create($0, $1, origin: $2) }, get: { try things.get($0, $1, origin: $2) })
    try await withSite(change: { $0.demo = keys }) { try await body($0) }
  }

  func walk() async throws {
    try await camera.setUp()
    try await page.go(to: site.origin)
    try await page.wait(forText: "Create an account with the laptop.")
    try await camera.take("demo-first-page")
    try await page.press("Create an account")
    try await page.type("mirela", into: "#username")
    try await page.press("Create a passkey")
    try await page.wait(untilTrue: "document.querySelector('[data-thing=laptop].is-asked') !== null")
    try await camera.take("demo-waits")
  }
}
