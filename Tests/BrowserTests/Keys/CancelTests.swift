import Browser
import Model
import Person
import TestSite
import Testing

/// Leaving enrollment half-way: the question, what is undone, and what the person learns about the keys themselves.
@Suite struct CancelTests {
  private func rows(_ ring: KeyRing) async throws -> (ways: [Way], credentials: Int, generations: Int) {
    let name = try #require(Username("mirela"))
    return try await ring.site.store.read { records in
      guard let id = try records.account(named: name)?.id else { return ([], 0, 0) }
      return (try records.ways(of: id), try records.credentials(of: id).count, try records.generations(of: id).count)
    }
  }

  @Test("A-28 A-82: Cancel, at the top right, leaves step 1 at once, and nothing is written")
  func stepOne() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.beginEnrollment()
      try await ring.tap(ring.yellow, until: "Name this key")
      let isTopRight = try await ring.page.evaluate(
        """
        [...document.querySelectorAll('button, a')].filter((e) => e.innerText.trim() === 'Cancel').map((e) => {
          const [cancel, bar] = [e, document.querySelector('.top')].map((one) => one.getBoundingClientRect());
          return bar.top === 0 && cancel.top >= 0 && cancel.bottom <= bar.bottom && bar.right - cancel.right < 34;
        })
        """)
      #expect(isTopRight == [true])
      try await ring.page.press("Cancel")
      try await ring.page.isIn(.keys)
      let rows = try await rows(ring)
      #expect(rows.ways.count == 1 && rows.credentials == 1 && rows.generations == 0)
    }
  }

  @Test("an enrollment left in the middle is named on the account's page, counts for nothing, and begins again")
  func left() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      try await ring.enrollBoth()
      try await page.go(to: ring.site.origin + "/account")
      try await page.wait(forText: "You began to add a hardware key")
      let text = try await page.text
      #expect(text.contains("You have no journal yet.") && !text.contains("seen to open your journal"))
      try await page.click(".next button[data-step=enrollment]")
      try await page.wait(forText: "First, confirm that it's you.")
      let after = try await rows(ring)
      #expect(after.ways.map(\.label) == [""] && after.credentials == 1, "both keys are free to be enrolled again")
      try await page.expectQuietConsole()
    }
  }

  /// Settings then names the keys to be cleaned by hand.
  @Test("A-79 A-80 A-81 G-03 G-18: from step 2 on, Cancel asks first, then leaves no row")
  func rollsBack() async throws {
    try await withKeyRing { ring in
      try await ring.register()
      try await ring.enrollBoth()
      let during = try await rows(ring)
      #expect(during.ways.count == 3 && during.credentials == 3)
      try await ring.page.press("Cancel")
      try await ring.page.wait(forText: "Cancel enrollment? Your primary key won't be saved.")
      try await ring.page.press("Keep going")
      try await ring.page.wait(forText: "3 of 4")
      try await ring.page.press("Cancel")
      try await ring.page.press("Cancel enrollment")
      try await ring.page.isIn(.keys)
      let after = try await rows(ring)
      #expect(
        after.ways.map(\.label) == [""] && after.credentials == 1 && after.generations == 0,
        "only the passkey from sign-up is left")
      #expect(after.ways.allSatisfy { $0.sealed == nil })
      try await ring.page.wait(forText: "A passkey that works here no more may still lie on “yellow”, “black”.")
      for key in [ring.yellow, ring.black] {
        try await ring.page.wait(until: "the signal to a key") { try await key.credentials().isEmpty }
      }
      try await ring.page.press("Put this away")
      try await ring.page.wait(untilTrue: "!document.body.innerText.includes('may still lie on')")
    }
  }
}
