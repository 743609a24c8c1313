import Browser
import Person
import SimulatedCard
import TestCards
import TestSite
import Testing

@testable import CardTests

/// Missing parts, wrong cards and removed cards: the page names them, and continues by itself.
@Suite struct CardReaderTests {
  /// No screen has a button to press.
  @Test("D-16 D-59: missing hands, service, reader and card are each reported with distinct words")
  func missing() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(pairings: try prepared.pairings(), isLending: false) { visit in
      let page = visit.page, reader = visit.reader
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "Nothing on this computer lends its card reader to this page.")
      reader.show(.noDaemon)
      await visit.hands.start()
      try await visit.meet()
      try await page.wait(forText: "The card service of this computer isn't running.")
      reader.show(.noReader)
      try await page.wait(forText: "There is no card reader. Plug one in")
      reader.show(.readers([.init(name: PlayedReader.name)]))
      try await page.wait(forText: "Put your card into the reader")
      reader.show(.readers([.init(name: PlayedReader.name, card: .init(answerToReset: [], isMute: true), changes: 1)]))
      try await page.wait(forText: "There is a card, but it doesn't answer.")
      reader.spoil { _, _ in [0x6A, 0x82] }
      reader.insert(try prepared.copy())
      try await page.wait(forText: "That card is not a Keycard.")
      reader.spoil(nil)
      reader.refuse(.inUse)
      try await page.wait(
        forText: "Another program on this computer, or another window of Latchstring, is using the card.")
      reader.refuse(nil)
      _ = try await page.find("#pin")
    }
  }

  @Test("D-59: hands that stop midway are reported, and the flow continues when they return")
  func handsGone() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, _ in
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      _ = try await visit.page.find("#pin")
      await visit.hands.stop()
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.page.wait(forText: "Nothing on this computer lends its card reader to this page.")
      await visit.hands.start()
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.isIn()
    }
  }

  /// The card is reinserted in between.
  @Test("D-59: a card removed while its PIN is checked is requested again, and then signs in")
  func pulled() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let page = visit.page
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      _ = try await page.find("#pin")
      visit.reader.tear(.before(1))
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "The card was taken out. Nothing is broken: put it back and go on from here.")
      try await page.wait(forText: "Put your card into the reader")
      visit.reader.tear(nil)
      visit.reader.insert(card)
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.isIn()
      #expect(try visit.look(at: card).tries == [3, 5])
    }
  }

  /// The page says that it is a different card.
  @Test("D-59: a different card inserted midway receives no PIN; the page waits for the first card")
  func another() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, card in
      let other = try PreparedCard.withOther.get()
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      _ = try await visit.page.find("#pin")
      let second = try other.copy()
      visit.reader.insert(second)
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.page.wait(forText: "This is not the card that is needed here.")
      visit.reader.insert(SimulatedCard())
      try await visit.page.wait(forText: "This is not the card that is needed here.")
      visit.reader.insert(card)
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.isIn()
      #expect(try SecondLook(second, other.pairings()).tries == [3, 5])
    }
  }

  /// The person writes down only the words shown then.
  @Test("G-11 D-59: removing a card during set-up starts over, and only the new words are kept")
  func halfDone() async throws {
    try await withCardVisit { visit in
      let page = visit.page, card = SimulatedCard()
      visit.reader.insert(card)
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      _ = try await page.find("#newPIN")
      visit.reader.tear(.unanswered(1))
      try await visit.choosePIN("482913")
      try await page.wait(forText: "Put your card into the reader")
      visit.reader.tear(nil)
      visit.reader.insert(card)
      try await page.wait(forText: "This card was not set up to the end, so nobody knows its PUK.")
      try await page.press("Begin again")
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      let words = try await visit.writePhraseDown()
      try await visit.nameAccount()
      #expect(try visit.look(at: card, pin: "482913").key == SecondLook.key(of: words.joined(separator: " ")))
    }
  }

  @Test("after too many wrong codes, the page says why no code is accepted for a minute")
  func noCodeTaken() async throws {
    try await withCardVisit { visit in
      #expect(try await WrongCodes.send(to: visit.hands.port, as: visit.site.origin) == 429)
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      try await visit.page.wait(
        forText: "Something sent too many wrong codes to this computer, so for a minute no code is taken. "
          + "Then type the new one that the terminal shows.")
    }
  }
}
