import Browser
import Person
import SimulatedCard
import Testing

@testable import CardTests

/// Creating an account with a card, in the page.
@Suite struct CardOnboardingTests {
  @Test("D-18 D-19 D-20 D-59: a phrase, one of three choices, is put onto a card inserted late")
  func bring() async throws {
    try await withCardVisit { visit in
      let page = visit.page
      try await visit.begin("Start with a card")
      try await page.wait(forText: "How do you want to begin?")
      let ways = ["Make a new account on a card", "Bring an account from its phrase", "Use a card that has an account"]
      #expect(try await visit.buttons.filter(ways.contains) == ways)
      try await page.press("Bring an account from its phrase")
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
      let card = SimulatedCard()
      visit.reader.insert(card)
      try await visit.choosePIN("482913")
      let secrets = try await visit.writeSecretsDown()
      try await visit.enterPhrase(Papers.abandon)
      try await visit.nameAccount()
      let look = try visit.look(at: card, pin: "482913")
      #expect(try look.takesPIN && look.key == SecondLook.key(of: Papers.abandon))
      visit.expectUnheard(["482913", "abandon abandon"] + secrets)
    }
  }

  /// The PUK is on the page as soon as the card's hands show it; the server hears of it a moment later.
  @Test("G-11: Continue takes no press before the server knows that the PUK is shown, and then takes the first")
  func early() async throws {
    try await withCardVisit { visit in
      let page = visit.page
      visit.reader.insert(SimulatedCard())
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await visit.choose("482913", for: "newPIN", pressing: nil)
      try await page.run(
        """
        const really = window.fetch, isLate = new Promise((go) => { window.letGo = go; });
        window.fetch = async (...request) => {
          if (String(request[1]?.body).includes('"shown"')) await isLate;
          return really(...request);
        };
        """)
      try await page.press("Continue")
      _ = try await visit.text("[data-card=puk]")
      try await page.click("#secretsSaved")
      let next = "document.querySelector('#step .actions button.is-primary')"
      #expect(try await page.evaluate("document.querySelector('#secretsSaved').checked && \(next).disabled") == true)
      try await page.run("window.letGo();")
      try await page.wait(untilTrue: "!\(next).disabled")
      #expect(try await page.evaluate("document.querySelector('#secretsSaved').checked") == true)
      try await page.press("Continue")
      _ = try await page.find("button[value*=pick]")
    }
  }

  @Test(
    "D-21 D-22: a card that is set up is recognized, then used with its PIN or erased first",
    arguments: [true, false])
  func used(isErased: Bool) async throws {
    let prepared = try PreparedCard.withOther.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      let page = visit.page, card = try prepared.copy()
      visit.reader.insert(card)
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await page.wait(forText: "This card holds an account already.")
      if isErased {
        try await page.press("Factory reset")
        try await page.wait(forText: "Erase the card? Every key on it is gone.")
        try await page.press("Erase the card")
        try await visit.choosePIN("482913")
        _ = try await visit.writeSecretsDown()
      } else {
        try await page.press("Go on with its PIN")
        try await visit.enterPIN(PreparedCard.pin)
      }
      let words = try await visit.writePhraseDown()
      try await visit.nameAccount()
      let look = try visit.look(at: card, pin: isErased ? "482913" : PreparedCard.pin)
      #expect(try look.key == SecondLook.key(of: words.joined(separator: " ")))
    }
  }

  /// Status set up the card. Only its PIN is requested, and the second time it signs in to the account.
  @Test("D-08 D-25 D-26 D-28 D-29 D-43 G-40: a Status card creates an account by PIN, then signs in")
  func ofStatus() async throws {
    let prepared = try PreparedCard.ofStatus.get()
    try await withCardVisit { visit in
      let page = visit.page, card = try prepared.copy()
      try await visit.begin("Start with a card")
      try await page.press("Use a card that has an account")
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
      visit.reader.insert(card)
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.nameAccount()  // nothing else is asked on the way: no pairing password, no words
      try await visit.signOut()
      try await visit.begin("Start with a card")
      try await page.press("Use a card that has an account")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.isIn()  // and no user name
      let look = try visit.look(at: card)
      #expect(try look.key == SecondLook.key(of: Papers.abandon))
      #expect(look.freeSlots == 9 && look.tries == [3, 5], "It took one place, once.")
    }
  }

  @Test("D-27: a card without an account is reported as such, and the choice is offered again")
  func noAccount() async throws {
    let prepared = try PreparedCard.empty.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      visit.reader.insert(try prepared.copy())
      try await visit.begin("Start with a card")
      try await visit.page.press("Use a card that has an account")
      try await visit.meet()
      try await visit.page.wait(forText: "There is no account on that card. Choose how to begin, or use another card.")
      #expect(try await visit.buttons.contains("Make a new account on a card"))
    }
  }

  /// The page asks again after each wrong password, and Cancel ends everything.
  @Test("D-05 D-06 D-07 D-44 D-45: an unknown computer is asked for the pairing password")
  func pairing() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit { visit in
      let page = visit.page, card = try prepared.copy()
      visit.reader.insert(card)
      try await visit.begin("Start with a card")
      try await page.press("Use a card that has an account")
      try await visit.meet()
      try await page.wait(forText: "This computer doesn't know your card yet.")
      try await page.press("Home")
      try await page.wait(untilTrue: "location.pathname === '/'")
      try await visit.begin("Start with a card")
      try await page.press("Use a card that has an account")
      for wrong in ["not this one", "nor this one"] {
        try await visit.answer(wrong, to: "#pairing")
        try await page.wait(forText: "The card doesn't take that pairing password.")
        try await page.wait(untilTrue: "document.querySelector('#pairing').value === ''")
      }
      try await visit.answer(PreparedCard.pairingPassword, to: "#pairing")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.nameAccount()
      visit.expectUnheard(["not this one", "nor this one", PreparedCard.pairingPassword, PreparedCard.pin])
      #expect(try visit.look(at: card).tries == [3, 5])
    }
  }
}
