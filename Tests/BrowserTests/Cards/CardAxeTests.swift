import Browser
import Person
import SimulatedCard
import Testing

@testable import CardTests

/// Every distinct screen of the card flows, judged by axe-core like the other screens.
@Suite struct CardAxeTests {
  @Test("axe finds no problems from empty card to account, with a frozen card and without a reader")
  func life() async throws {
    try await withCardVisit { visit in
      let axe = try Axe(visit.page), screens = CardScreens(visit) { try await axe.check($0) }
      let puk = try await screens.begin(with: SimulatedCard())
      try await screens.use()
      try await visit.signOut()
      try await screens.freeze(puk: puk)
      try await visit.signOut()
      try await screens.miss()
    }
  }

  /// The last screen asks for the pairing password.
  @Test("axe finds no problems for a card set up, blocked, full, unknown or being paired")
  func strange() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit { visit in
      let page = visit.page, axe = try Axe(page), card = try prepared.copy()
      visit.reader.insert(card)
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await page.wait(forText: "This card holds an account already.")
      try await axe.check("a card that is set up", in: Axe.Look.all)
      try await page.press("Go on with its PIN")
      try await page.wait(forText: "This computer doesn't know your card yet.")
      try await axe.check("the pairing password", in: Axe.Look.all)
      try await visit.answer(PreparedCard.pairingPassword, to: "#pairing")
      _ = try await page.find("#pin")
      visit.reader.remove()
      try block(card, visit.hands.pairings)
      visit.reader.insert(card)
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "The card is blocked.")
      try await axe.check("a blocked card", in: Axe.Look.all)
      visit.reader.insert(try PreparedCard.ofStatus.get().copy())
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "No account here knows this card.")
      try await axe.check("a card that nobody knows")
    }
  }

  @Test("axe finds no problems when a browser has not yet allowed a hosted page, or denies it")
  func hosted() async throws {
    try await withCardVisit(.hosted) { visit in
      let page = visit.page, axe = try Axe(page)
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "this page must be let through to it")
      try await axe.check("unasked", in: Axe.Look.all)
      try await page.press("Find my card reader")  // a browser without a window says no by itself
      try await page.wait(forText: "Your browser was told not to let this page reach this computer.")
      try await axe.check("forbidden", in: Axe.Look.all)
    }
  }
}
