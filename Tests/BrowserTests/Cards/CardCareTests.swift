import Browser
import Encoding
import Keycard
import Person
import SimulatedCard
import Testing

@testable import CardHands
@testable import CardTests

/// Card settings: the card's status, its name, its places for computers, and its reset.
@Suite struct CardCareTests {
  @Test("the name is written to the card, and shown in its status and before its PIN is entered")
  func naming() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.act("Name of a card")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.answer("a name of more than twenty letters", to: "#name", pressing: "Save the name")
      try await page.wait(forText: "That name is too long for the card.")
      try await visit.answer("blue spare", to: "#name", pressing: "Save the name")
      try await page.wait(forText: "The card has its name.")
      try await visit.act("Status of a card")
      try await page.wait(forText: "blue spare")
      try await visit.act("Change PIN")
      try await page.wait(forText: "blue spare")
      _ = try await page.find("#pin")
      #expect(try visit.look(at: card).name == "blue spare")
    }
  }

  /// The counts come from the card itself.
  @Test("D-57: the status needs no PIN, and reports counts, free places and whether it is frozen")
  func status() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.act("Status of a card")
      try await page.wait(forText: "The card is in order.")
      let facts = try await page.evaluate("document.querySelector('.facts').innerText").string ?? ""
      let all = ["PIN tries\n3 left", "PUK tries\n5 left", "Maker\nNone that we know", "9 free", "3.2", "An account"]
      for fact in all {
        #expect(facts.contains(fact), "\(facts)")
      }
      visit.reader.remove()
      try freeze(card, visit.hands.pairings)
      visit.reader.insert(card)
      try await page.press("Look again")
      try await page.wait(forText: "The card is frozen.")
      try await page.wait(forText: "0 left")
    }
  }

  @Test("a paired computer frees all other places on a full card after confirmation and the PIN")
  func freePlaces() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      visit.reader.remove()
      try fill(card)
      visit.reader.insert(card)
      try await visit.act("Status of a card")
      try await page.wait(forText: "0 free")
      try await page.press("Free the other computers' places")
      try await page.wait(forText: "Each of them will ask for the pairing password again.")
      try await page.press("Free the other computers' places")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "9 free")
      #expect(try visit.look(at: card).takesPIN, "Its own place it keeps.")
    }
  }

  @Test("a full card without a free place is reported, and the page continues once one is free")
  func full() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit { visit in
      let page = visit.page, card = try prepared.copy()
      try fill(card)
      visit.reader.insert(card)
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      try await page.wait(forText: "Every place that this card has for a computer is taken.")
      visit.reader.remove()
      try free(card, by: prepared)
      visit.reader.insert(card)
      try await page.press("Try again")
      try await visit.answer(PreparedCard.pairingPassword, to: "#pairing")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "No account here knows this card.")
    }
  }

  /// The reset starts from Settings.
  @Test("D-04 D-50: a factory reset needs a second confirmation, leaves an empty card, and returns")
  func reset() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.act("Factory reset of a card")
      try await page.wait(forText: "Erase the card? Every key on it is gone.")
      try await page.press("Back")
      try await page.isIn(.card)
      #expect(try visit.look(at: card).takesPIN)
      visit.reader.insert(card)
      try await visit.act("Factory reset of a card")
      try await page.press("Erase the card")
      try await page.wait(forText: "The card is empty now.")
      try await page.press("Close")
      try await page.isIn(.card)
      #expect(try visit.look(at: card).isBlank)
    }
  }

  /// Frees a place, as the computer that set up the card would.
  private func free(_ card: SimulatedCard, by prepared: PreparedCard) throws {
    let client = KeycardClient(RehearsalCard(card))
    try client.select()
    _ = try client.openSecureChannel(#require(prepared.pairing))
    _ = try client.verify(pin: Secret(Array(PreparedCard.pin.utf8)))
    try client.unpair(9)
  }
}
