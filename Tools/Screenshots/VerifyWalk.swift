import Browser
import TestSite

/// A registration from a page that the server does not expect, checked in the lab.
struct VerifyWalk {
  let page: Page
  let site: TestSite
  let camera: Camera

  func walk() async throws {
    try await page.go(to: site.origin + "/lab/verify")
    try await page.wait(untilTrue: "!document.querySelector('[data-makes]').hidden")
    try await page.press("Make one with this device")
    try await page.wait(forText: "Filled in. Press Check to judge it.")
    try await page.run("document.getElementById('origins').value = 'https://www.example.org'")
    try await page.press("Check")
    try await page.wait(forText: "The registration fails at step 9 of 29")
    try await camera.take("check-response")
  }
}
