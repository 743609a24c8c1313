import Browser
import Demo
import Person
import TestSite
import Testing
import WebSurface

@Suite struct DemoTests {
  /// The demo says that its keys are simulated.
  @Test("B-24 G-35: the demo registers and signs in with its own keys, without the browser's API")
  func demo() async throws {
    let key = DemoAuthenticator(hasPRF: true)
    let keys = PretendedKeys(create: { try key.create($0, origin: $1) }, get: { try key.get($0, origin: $1) })
    try await withSite(change: { $0.demo = keys }) { site in
      try await withPage { page in
        let seen = try await Happenings(of: page)
        try await page.registerByHand("mirela", on: site)
        try await page.wait(forText: "Demo: keys are pretended here")
        for scenario in ["Passkey-only login", "preferImmediatelyAvailableCredentials mode"] {
          try await page.pick(scenario)
          try await page.press(scenario == "Passkey-only login" ? "Sign in with a passkey" : "Sign in")
          try await page.wait(forText: "You're in, mirela.")
          // Features that need Latchstring on this computer are not offered, and the page says where to find them.
          try await page.enter(.recovery)
          try await page.wait(forText: "The demo pretends keys alone.")
          #expect(try await page.findAll("form[action*=escrow], form[action*=card]").isEmpty)
          try await page.go(to: site.origin + "/account")
          try await page.signOutHere()
        }
        #expect(try await seen.calls().isEmpty)
      }
    }
  }
}
