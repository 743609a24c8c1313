import Browser
import Person
import Testing

/// Presses on the detector's circle.
@Suite struct CircleTests {
  @Test("A-83: pressing the circle requests the key again with a new challenge") func circle() async throws {
    try await withKeyRing { ring in
      let page = ring.page, calls = try await page.recordCredentials()
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.waitForKey()
      try await calls.clear()
      for count in 1...2 {
        try await page.click(".detector-target")
        try await calls.wait(until: "another request") { $0.count == count && $0.last?.isPending == true }
      }
      let asked = try await calls.calls()
      #expect(asked.allSatisfy { $0.method == .create } && asked[0].outcome == .rejected("AbortError"))
      let challenges = asked.compactMap(\.challenge)
      #expect(challenges.count == 2 && challenges[0] != challenges[1])
    }
  }
}
