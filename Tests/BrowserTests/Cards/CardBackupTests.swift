import Browser
import Person
import SimulatedCard
import Testing

@testable import CardTests

/// The same account on a second card, also after the first card is lost.
@Suite struct CardBackupTests {
  /// The refusal comes before the page asks for a card.
  @Test("D-30 D-32: another account's phrase is rejected as typed; the second card then signs in")
  func signedIn() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, first in
      let page = visit.page
      visit.reader.remove()
      try await visit.act("Make a backup card")
      try await page.wait(forText: "Type the card phrase of this account")
      let commands = visit.reader.commands
      try await visit.enterPhrase(Papers.legal)
      try await page.wait(forText: "That is the phrase of another account. Type the phrase of this account's card.")
      try await visit.enterPhrase(Array(repeating: "abandon", count: 12).joined(separator: " "))
      try await page.wait(forText: "Those words are not a card's phrase.")
      #expect(visit.reader.commands == commands)
      try await visit.enterPhrase(Papers.abandon)
      try await page.wait(forText: "Put your card into the reader")
      let second = SimulatedCard()
      visit.reader.insert(second)
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      try await page.wait(forText: "The second card is ready. It opens the same account.")
      try await page.press("Back to Settings")
      try await page.isIn(.card)
      #expect(try await page.findAll(".key-row").count == 1, "It is one way in, on two cards.")
      visit.expectUnheard(["legal winner", "abandon abandon", "482913"])

      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN("482913")
      try await visit.isIn()
      #expect(try visit.look(at: second, pin: "482913").key == visit.look(at: first).key)
    }
  }

  /// The phrase finds the account. A card in use is erased with a warning.
  @Test("D-31 D-34: after a card is lost, a different card is erased and signs in instead")
  func lost() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, _ in
      let page = visit.page
      try await visit.signOut()
      visit.reader.remove()
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "Put your card into the reader")
      try await page.press("I have a new card")
      try await visit.enterPhrase(Papers.legal)
      try await page.wait(forText: "No account here belongs to that phrase.")
      try await visit.enterPhrase(Papers.abandon)
      try await page.wait(forText: "Put your card into the reader")
      let bought = try PreparedCard.withOther.get().copy()
      visit.reader.insert(bought)
      try await page.wait(
        forText: "This card is in use already. Putting another account on it erases what it holds now.")
      try await page.press("Erase the card")
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      try await visit.isIn()
      #expect(try visit.look(at: bought, pin: "482913").key == SecondLook.key(of: Papers.abandon))
    }
  }

  /// The phrase is typed before the page is paired with the hands.
  @Test("D-34: on a different computer, the lost card's phrase comes first, then the hands' code")
  func lostElsewhere() async throws {
    try await withCardVisit { visit in
      try await visit.begin("Sign in with a card")
      _ = try await visit.page.find("#handsCode")
      try await visit.page.press("I have a new card")
      try await visit.enterPhrase(Papers.legal)
      try await visit.meet()
      try await visit.page.wait(forText: "No account here belongs to that phrase.")
    }
  }
}
