import Browser
import Person
import Testing

/// The pages between an account and a service, judged like the others.
@Suite struct ServicePagesTests {
  @Test("axe finds no problems on the way to a service, at one that turns a key down, in Settings and on the way out")
  func axe() async throws {
    try await withKeyRing(hasServices: true) { ring in
      let page = ring.page, axe = try Axe(page)
      try await ring.register()
      _ = try await ring.enroll()
      try await ServiceScreens(ring) { name in
        try await axe.check(name, in: Axe.Look.all)
        try await page.emulate(width: 320, height: 640, mobile: true)
        let width = try await page.evaluate("document.documentElement.scrollWidth").int
        #expect(width ?? 9999 <= 320, "\(name) scrolls sideways")
      }.walk()
    }
  }
}
