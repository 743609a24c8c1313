import Browser
import Person
import Testing

@testable import CardTests

/// Wrong PINs and PUKs in the page, as the card counts them.
@Suite struct CardTriesTests {
  /// After three wrong PINs and a wrong PUK, the correct PUK leads back in.
  @Test("D-01 D-02 D-03 D-47 D-48 D-49 D-50 D-52 D-53 D-54 D-57: after wrong PINs, the PUK opens")
  func frozen() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN("000000")
      try await page.wait(forText: "2 tries left.")
      #expect(try await page.findAll(".tries li.left").count == 2)
      try await visit.enterPIN("000001")
      try await page.wait(forText: "1 try left. If it is wrong, the card freezes.")
      #expect(try await page.findAll(".tries li.left").count == 1)
      try await visit.enterPIN("000002")
      try await page.wait(forText: "The card is frozen. Your PUK opens it again.")
      #expect(try await Set(visit.buttons) == ["Use PUK", "Factory reset", "Home"])
      try await page.press("Use PUK")
      try await visit.choose("482913", for: "newPIN", pressing: nil)
      try await visit.answer("000000000000", to: "#puk")
      try await page.wait(forText: "You need not type the new PIN again.")
      try await page.wait(forText: "4 tries left for the PUK.")
      #expect(try await page.findAll("#newPIN").isEmpty, "Only the PUK is asked for again.")
      try await visit.answer(PreparedCard.puk, to: "#puk")
      try await visit.isIn()
      visit.expectUnheard(["000001", "000002", "482913", "000000000000", PreparedCard.puk])
      #expect(try visit.look(at: card, pin: "482913").tries == [3, 5])
    }
  }

  /// A frozen card opens with its PUK.
  @Test("D-47 D-50 D-57: in Settings only a frozen card uses its PUK, after a last-try warning")
  func unblock() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.act("Unfreeze with the PUK")
      try await page.wait(forText: "This card is not frozen: its PIN still works.")
      visit.reader.remove()
      try freeze(card, visit.hands.pairings)
      visit.reader.insert(card)
      try await visit.act("Unfreeze with the PUK")
      try await page.press("Use PUK")
      try await visit.choose("482913", for: "newPIN", pressing: nil)
      for (number, left) in [
        (1, "4 tries left for the PUK."), (2, "3 tries left for the PUK."), (3, "2 tries left for the PUK."),
      ] {
        try await visit.answer("00000000000\(number)", to: "#puk")
        try await page.wait(forText: left)
      }
      try await visit.answer("000000000004", to: "#puk")
      try await page.wait(
        forText: "1 try left for the PUK. If it is wrong, the card is blocked, and only erasing it makes it usable.")
      try await page.press("Choose another new PIN")
      try await visit.choose("771177", for: "newPIN", pressing: nil)
      try await visit.answer(PreparedCard.puk, to: "#puk")
      try await page.wait(forText: "The card is open again, with its new PIN.")
      try await page.press("Close")
      try await page.isIn(.card)
      let look = try visit.look(at: card, pin: "771177")
      #expect(look.takesPIN && look.tries == [3, 5])
    }
  }

  /// A blocked card can only be erased, and the account is restored from its phrase.
  @Test("D-04 D-51 D-56: a blocked card is erased, its account restored, and the login continues")
  func blocked() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.signOut()
      visit.reader.remove()
      try block(card, visit.hands.pairings)
      visit.reader.insert(card)
      try await visit.begin("Sign in with a card")
      try await page.wait(
        forText: "The card is blocked. Only a factory reset makes it usable, and that removes its keys.")
      #expect(try await Set(visit.buttons) == ["Factory reset", "Home"])
      try await page.press("Factory reset")
      try await page.press("Erase the card")
      try await page.wait(forText: "The card is empty now. Put your account back from its words.")
      try await page.press("Restore from backup")
      try await visit.enterPhrase(Papers.abandon)
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      try await visit.isIn()
      #expect(try visit.look(at: card, pin: "482913").key == SecondLook.key(of: Papers.abandon))
    }
  }

  /// The card is empty after erasing.
  @Test("D-51 D-55: a blocked card in onboarding is erased, and its step completed with that card")
  func blockedAtOnboarding() async throws {
    let prepared = try PreparedCard.withOther.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      let page = visit.page, card = try prepared.copy()
      try block(card, visit.hands.pairings)
      visit.reader.insert(card)
      try await visit.begin("Start with a card")
      try await page.press("Bring an account from its phrase")
      try await visit.meet()
      try await page.press("Go on with its PIN")
      try await page.wait(forText: "The card is blocked.")
      try await page.press("Factory reset")
      try await page.press("Erase the card")
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      try await visit.enterPhrase(Papers.abandon)
      try await visit.nameAccount()
    }
  }
}
