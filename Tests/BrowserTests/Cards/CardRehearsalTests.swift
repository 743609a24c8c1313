import Browser
import Person
import Testing

/// The rehearsal card, without a reader.
@Suite struct CardRehearsalTests {
  /// The page says what is missing. The account is created, marked, signed out of and reopened with the rehearsal card.
  @Test("without a reader the page offers the rehearsal card, which creates and opens an account")
  func life() async throws {
    try await withCardVisit { visit in
      let page = visit.page
      visit.reader.show(.noReader)
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await page.wait(forText: "There is no card reader. Plug one in; this page notices by itself.")
      try await page.press("Use the rehearsal card")
      try await visit.choosePIN("482913")
      let secrets = try await visit.writeSecretsDown(), words = try await visit.writePhraseDown()
      try await visit.nameAccount()
      try await page.openKey("Rehearsal card")
      try await page.wait(forText: "It is there to practice with. It never counts as a way back in.")
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN("111111")
      try await page.wait(forText: "2 tries left.")
      try await visit.enterPIN("482913")
      try await visit.isIn()
      visit.expectUnheard(["482913", words.prefix(2).joined(separator: " ")] + secrets)
    }
  }
}
