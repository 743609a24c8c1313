import Browser
import Model
import Person
import TestSite
import Testing

/// The drill of one key in a real page: its own secret must open its own wrap, whatever else is open there.
@Suite struct DrilledKeyTests {
  /// Opens the Master Key in the page that is shown, with the last touch, as `TriedPaperTests` does.
  private static let opening = TriedPaperTests.opening
  private static let isOpen = "return (await \(ours("vault.js"))).openMasters().size"

  @Test("a key passes its drill, and nothing changes but its proof and the log, in the page as in the database")
  func passes() async throws {
    try await withKeyRing { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      let yellow = try #require(try await ring.ways().first { $0.label == "yellow" })
      try await ring.hold(nil)
      try await ring.start("key-test", key: yellow.id.rawValue)
      try await page.wait(forText: "Nothing changes but the date on which it was tried.")
      let seen = try await page.evaluate("JSON.stringify(localStorage)"), before = try await ring.site.store.everyRow()
      try await ring.tap(ring.yellow, until: "“yellow” signs you in and opens your journal.")
      #expect(try await page.evaluate("JSON.stringify(localStorage)") == seen)
      #expect(try await page.run(Self.isOpen) == 0)
      try await page.press("Done")
      try await page.isIn(.keys)
      let changed = try await ring.site.store.tables(changedSince: before)
      #expect(changed.subtracting(["challenges", "runs", "sessions"]) == ["way_proofs", "audit_log", "credentials"])
      try await page.enter(.activity)
      try await page.wait(forText: "A way in was rehearsed, and it opens the journal")
      try await page.expectQuietConsole()
    }
  }

  @Test("a broken wrap fails the drill, although the Master Key is open in the page; only then it is made anew")
  func broken() async throws {
    try await withKeyRing(script: TriedPaperTests.script) { ring in
      let page = ring.page
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The spare is at Ana's.")
      try await ring.openJournal(ring.yellow)  // the order that the script notes knows of the entry
      let ways = try await ring.ways()
      let yellow = try #require(ways.first { $0.label == "yellow" }),
        black = try #require(ways.first { $0.label == "black" })
      try await ring.hold(nil)
      try await ring.start("key-test", key: yellow.id.rawValue)
      try await page.wait(forText: "We see whether it signs you in and still opens your journal.")
      #expect(try await page.run(Self.opening) == "way.opened")
      #expect(try await page.run(Self.isOpen) == 1)
      try await ring.site.store.write { records in
        var broken = yellow
        broken.sealed?.wrap = try #require(black.sealed?.wrap)
        try records.update(broken)
      }
      try await ring.tap(ring.yellow, until: "“yellow” needs re-wrap.")
      #expect(try await page.text.contains("doesn't fit together, so nothing was opened or changed."))
      #expect(try await page.run(Self.isOpen) == 1, "what was open stays open, and did not help")
      let failed = try #require(try await ring.ways().first { $0.id == yellow.id })
      #expect(failed.proofs[.opened] == yellow.proofs[.opened] && failed.needsRewrapSince != nil)

      try await page.press("Make it open again")
      try await ring.hold(ring.black)
      try await page.press("Confirm with your passkey")
      try await page.wait(forText: "Your journal is open. Touch “yellow” once more, and it opens it again.")
      try await ring.tap(ring.yellow, until: "“yellow” opens your journal again.")
      try await page.press("Done")
      try await ring.openJournal(ring.yellow)
      try await page.wait(forText: "The spare is at Ana's.")
      try await page.expectQuietConsole()
    }
  }
}
