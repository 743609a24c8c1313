import Browser
import Person
import Testing

@testable import CardTests

/// A new PIN, PUK or pairing password, set in Settings: afterwards only the new one works, and neither is sent to the
/// site.
@Suite struct CardSecretsTests {
  @Test("D-09 D-10 D-36 D-37: a new PIN is typed twice, and the old one is rejected at login") func pin() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.act("Change PIN")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.choose("482913", for: "newPIN", pressing: "Change the PIN")
      try await page.wait(forText: "The card has its new PIN.")
      try await page.press("Close")
      try await page.isIn(.card)
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "2 tries left.")
      try await visit.enterPIN("482913")
      try await visit.isIn()
      visit.expectUnheard([PreparedCard.pin, "482913"])
      #expect(try visit.look(at: card, pin: "482913").tries == [3, 5])
    }
  }

  /// The new PUK opens the frozen card.
  @Test("D-03 D-12 D-36 D-37: a new PUK needs only the PIN, and the old PUK then uses up a try")
  func puk() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withHolder(prepared) { visit, card in
      let page = visit.page
      try await visit.act("Change PUK")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.choose("555555666666", for: "newPUK", pressing: "Change the PUK")
      try await page.wait(forText: "The card has its new PUK. The one on your old paper no longer works.")
      visit.reader.remove()
      try freeze(card, visit.hands.pairings)
      visit.reader.insert(card)
      try await visit.act("Unfreeze with the PUK")
      try await page.press("Use PUK")
      try await visit.choose("482913", for: "newPIN", pressing: nil)
      try await visit.answer(PreparedCard.puk, to: "#puk")
      try await page.wait(forText: "That PUK is wrong")
      try await visit.answer("555555666666", to: "#puk")
      try await page.wait(forText: "The card is open again, with its new PIN.")
      visit.expectUnheard([PreparedCard.pin, PreparedCard.puk, "555555666666", "482913"])
      #expect(try visit.look(at: card, pin: "482913").takesPIN)
    }
  }

  @Test("D-14 D-36 D-37: a computer that forgot the card needs the new pairing password")
  func pairing() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, _ in
      let page = visit.page
      try await visit.act("Change pairing password")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.choose("a longer sentence", for: "newPairing", pressing: "Change the pairing password")
      try await page.wait(forText: "The card has its new pairing password.")
      try await visit.act("Status of a card")
      try await page.wait(forText: "The card is in order.")  // this computer is still paired
      try await page.press("Give this computer's place back")
      try await page.wait(forText: "Let this computer forget the card?")
      try await page.press("Give this computer's place back")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "This computer has forgotten the card, and its place is free.")
      try await visit.act("Status of a card")
      try await visit.answer(PreparedCard.pairingPassword, to: "#pairing")
      try await page.wait(forText: "The card doesn't take that pairing password.")
      try await visit.answer("a longer sentence", to: "#pairing")
      try await page.wait(forText: "The card is in order.")
      visit.expectUnheard([PreparedCard.pin, PreparedCard.pairingPassword, "a longer sentence"])
    }
  }
}
