import Model
import Person
import Testing

@testable import CardTests

/// A card tried from its page in Settings, through real hands.
@Suite struct CardTriedTests {
  @Test("a card that is tried signs in and opens; another card in the reader changes nothing")
  func tried() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      visit.reader.remove()
      visit.reader.insert(try PreparedCard.withOther.get().copy())
      try await page.openKey("Keycard", in: .card)
      try await page.press("Try it Keycard")
      try await visit.answer(PreparedCard.pairingPassword, to: "#pairing")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "That is another card. Put “Keycard” into the reader.")
      try await page.press("Use another card")
      visit.reader.remove()
      visit.reader.insert(card)
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "“Keycard” signs you in and opens your journal.")
      try await page.press("Done")
      try await page.isIn(.keys)
      try await page.enter(.activity)
      try await page.wait(forText: "A way in was rehearsed, and it opens the journal")
      try await page.expectQuietConsole()
    }
  }

  @Test("a card whose wrap is broken fails, and then is made to open again with another key") func broken() async throws
  {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      let page = visit.page, ring = try await KeyRing(for: visit.page, on: visit.site)
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await visit.act("Add a card")
      try await page.press("Confirm with your passkey")
      try await page.press("A card that is in use already")
      visit.reader.insert(try prepared.copy())
      try await visit.meet()
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "The card is a way into your account now.")
      let ways = try await ring.ways(), card = try #require(ways.first { $0.kind == .card })
      let black = try #require(ways.first { $0.label == "black" })
      #expect(card.opens)
      try await visit.site.store.write { records in
        var broken = card
        broken.sealed?.wrap = try #require(black.sealed?.wrap)
        try records.update(broken)
      }
      try await page.openKey("Keycard", in: .card)
      try await page.press("Try it Keycard")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "“Keycard” needs re-wrap.")
      try await page.press("Make it open again")
      try await page.press("Confirm with your passkey")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "“Keycard” opens your journal again.")
      let anew = try #require(try await ring.ways().first { $0.kind == .card })
      #expect(anew.opens && anew.sealed?.recordID != card.sealed?.recordID && anew.proofs[.opened] != nil)
      try await page.expectQuietConsole()
    }
  }
}
