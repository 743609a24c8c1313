import Browser
import Person
import TestSite
import Testing

/// The pages between an account and a service, judged like the others.
@Suite struct ServicePagesTests {
  @Test("axe finds no problems on the way to a service, at one that turns a key down, in Settings and on the way out")
  func axe() async throws {
    try await withPage { page in
      try await withSite(port: FreePort.find(for: page.browser), hasServices: true) { site in
        let ring = try await KeyRing(for: page, on: site), axe = try Axe(page)
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
}
