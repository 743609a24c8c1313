import Browser
import Person
import SimulatedCard
import TestSite
import Testing

@Suite struct CardSignInTests {
  /// The path goes from an empty card to an account, and back in with the card.
  @Test("D-16 D-20 D-23 D-24 D-33 G-11: a new card signs in; the server gets no PIN, PUK or word")
  func life() async throws {
    try await withCardVisit { visit in
      let page = visit.page
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
      let card = SimulatedCard()
      visit.reader.insert(card)
      try await visit.choosePIN("482913")
      let secrets = try await visit.writeSecretsDown() + visit.writePhraseDown()
      #expect(secrets.count >= 14)
      try await visit.nameAccount()

      try await page.signOutHere()  // otherwise it may come after the next page, in its place
      visit.reader.remove()
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "Put your card into the reader")
      visit.reader.insert(card)
      try await visit.enterPIN("111111")
      try await page.wait(forText: "2 tries left.")
      try await visit.enterPIN("482913")
      try await page.wait(forText: "You're in, mirela.")
      try await page.enter(.keys)
      try await page.wait(forText: "can open")

      let heard = visit.site.wiretap.requests
      #expect(heard.contains { $0.contains("/news") && $0.contains("signature") }, "what a card signs does come there")
      let numbers = ["482913", "111111"] + secrets.prefix(2), words = secrets.dropFirst(2)
      for number in numbers { #expect(heard.allSatisfy { !$0.contains(number) }, "a number was sent") }
      // A single word may be part of our own text; two in a row are the phrase.
      for (one, next) in zip(words, words.dropFirst()) {
        let phrase = try Regex("\\b\(one)[^a-z]{1,6}\(next)\\b")
        #expect(heard.allSatisfy { $0.firstMatch(of: phrase) == nil }, "a phrase was sent")
      }
      // The server learns only that the words to be confirmed were entered.
      let recalled = heard.flatMap { $0.matches(of: /phraseWord[1-3]=([^&\s]*)/).map(\.1) }
      #expect(recalled.count == 3 && recalled.allSatisfy { $0 == "ready" }, "\(recalled)")
    }
  }

  @Test("D-58 D-10: a PIN that is too short or not repeated cannot be submitted, and is not sent")
  func malformed() async throws {
    try await withCardVisit { visit in
      let page = visit.page
      try await visit.begin("Start with a card")
      try await page.press("Make a new account on a card")
      visit.reader.insert(SimulatedCard())
      try await visit.meet()
      try await page.wait(untilTrue: "!!document.querySelector('#newPINAgain')")
      func isReady() async throws -> Bool {
        try await page.evaluate("!document.querySelector('.actions .is-primary').disabled") == true
      }
      let commands = visit.reader.commands
      for (first, second) in [("12345", "12345"), ("12345a", "12345a"), ("123456", "123457"), ("123456", "")] {
        try await page.type(first, into: "#newPIN")
        try await page.type(second, into: "#newPINAgain")
        #expect(try await !isReady(), "\(first) \(second)")
      }
      try await page.type("123457", into: "#newPINAgain")
      try await page.wait(forText: "The two are not the same.")
      #expect(visit.reader.commands == commands)
      try await page.type("123456", into: "#newPINAgain")
      #expect(try await isReady())
    }
  }
}
