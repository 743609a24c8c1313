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
      #expect(try await page.consoleErrors() == [])
    }
  }
}
