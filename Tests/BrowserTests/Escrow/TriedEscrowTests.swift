import Browser
import Foundation
import Model
import Person
import TestProvider
import TestSite
import Testing

/// One way of account recovery, tried in a real page with real providers.
@Suite struct TriedEscrowTests {
  private func escrow(_ visit: EscrowVisit) async throws -> Way {
    try #require(try await visit.ring.ways().last { $0.kind == .escrow })
  }

  @Test("a way passes, nothing of it is kept, and nothing changes but dates and the log")
  func tried() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        let page = visit.page, store = place.site.store
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        let program = try await visit.setUp()
        try await page.press("Back to Settings")  // once the hands have finished
        try await page.wait(untilTrue: "location.pathname.startsWith('/settings/')")
        let ways = try await visit.ring.ways(), seen = try await page.evaluate("JSON.stringify(localStorage)")
        let before = try await store.everyRow(), kept = place.computer.kept
        try await visit.beginDrill()
        try await visit.finishDrill(program, until: "This way works.")
        #expect(try await page.run("return (await \(ours("vault.js"))).openMasters().size") == 0)
        #expect(try await page.evaluate("JSON.stringify(localStorage)") == seen)
        try await page.press("Close")
        try await page.isIn(.recovery)

        var after = try await visit.ring.ways()
        #expect(try await escrow(visit).proofs.keys.map(\.self) == [.joined])
        for place in after.indices { after[place].proofs = ways[place].proofs }
        #expect(after == ways)
        #expect(
          try await store.tables(changedSince: before).subtracting(["challenges", "runs", "sessions"])
            == ["way_proofs", "audit_log", "credentials"])
        let now = place.computer.kept
        #expect(now != kept && now.contains("triedOn"), "the hands note the day")
        for text in Array(EscrowVisit.attributes.values) + [EscrowVisit.answer] { #expect(!now.contains(text)) }
        try await page.enter(.activity)
        try await page.wait(forText: "A way in was rehearsed, and it opens the journal")
        try await page.go(to: place.site.origin + "/account")
        try await page.wait(forText: "Account recovery was rehearsed today")
        #expect(place.site.wiretap.requests.contains { $0.contains("way.made") && $0.contains("drill") })
        // The practice provider's outbox, in a tab of its own, has no icon.
        let errors = try await page.consoleErrors().filter { !"\($0)".contains("/favicon.ico") }
        #expect(errors.isEmpty, "\(errors)")
      }
    }
  }

  @Test("a wrap that is not the parts' own fails them, although the Master Key is open in the page")
  func tampered() async throws {
    try await withEscrowPlace { place in
      try await place.visit(script: TriedPaperTests.script) { visit in
        let page = visit.page, isOpen = "return (await \(ours("vault.js"))).openMasters().size"
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        let program = try await visit.setUp()
        try await page.press("Back to Settings")  // once the hands have finished
        try await page.wait(untilTrue: "location.pathname.startsWith('/settings/')")
        try await visit.ring.openJournal(visit.ring.yellow)
        let whole = try await escrow(visit), account = whole.account
        try await visit.beginDrill()
        #expect(try await page.run(TriedPaperTests.opening) == "way.opened")
        let opened = try await page.run(isOpen).int ?? 0
        #expect(opened > 0)
        try await place.site.store.write { records in
          var way = whole
          way.sealed?.wrap = try #require(try records.ways(of: account).first { $0.label == "black" }?.sealed?.wrap)
          try records.update(way)
        }
        let failed = "The providers gave everything back, and it does not open your journal."
        try await visit.finishDrill(program, until: failed)
        #expect(try await escrow(visit).proofs == [:])
        #expect(try await page.run(isOpen).int == opened, "what was open stays open")
      }
    }
  }

  @Test("a wrong answer ends the rehearsal, as it was said before") func wrongAnswer() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        _ = try await visit.setUp()
        try await visit.page.press("Back to Settings")  // once the hands have finished
        try await visit.page.wait(untilTrue: "location.pathname.startsWith('/settings/')")
        let kept = place.computer.kept
        try await visit.beginDrill()
        let check = try #require(try await visit.chooseDrill().first { $0.kind == "Security question" })
        try await visit.pick(check.kind, check.provider)
        try await visit.fill(["challengeAnswer": "The old oak"])
        try await visit.page.press("Give this answer")
        try await visit.see("The rehearsal ended there.", "escrow-drill-wrong")
        #expect(try await escrow(visit).proofs == [:])
        #expect(place.computer.kept == kept)
      }
    }
  }
}
