import Browser
import Person
import SimulatedCard
import Testing

/// Card flows with only the keyboard.
@Suite struct CardKeyboardTests {
  /// A narrow window asks for the new PIN twice, one entry after the other.
  @Test("D-11: the keyboard alone suffices from an empty card to an account and to signing back in")
  func life() async throws {
    try await withCardVisit { visit in
      let page = visit.page, keyboard = Keyboard(page: visit.page)
      try await page.emulate(width: 393, height: 852, mobile: true)
      try await page.go(to: visit.site.origin)
      try await keyboard.press("Start with a card")
      try await page.wait(forText: "How do you want to begin?")
      try await keyboard.press("Make a new account on a card")
      try await keyboard.arrive(at: "Code from the terminal", focusOn: "Code from the terminal")
      try await keyboard.type(visit.hands.codes.shown)
      try await page.press(key: .enter)
      try await keyboard.arrive(at: "Put your card into the reader, or lay it on.")
      visit.reader.insert(SimulatedCard())
      try await keyboard.arrive(at: "Choose a PIN for this card", focusOn: "New PIN 1 of 2")
      #expect(try await page.evaluate("document.querySelector('#newPINAgain').checkVisibility()") == false)
      try await keyboard.type("482913")
      try await page.press(key: .enter)
      try await keyboard.arrive(at: "New PIN, once more", focusOn: "New PIN, once more 2 of 2")
      #expect(try await page.evaluate("document.querySelector('#newPIN').checkVisibility()") == false)
      try await keyboard.type("482913")
      try await page.press(key: .enter)
      _ = try await visit.text("[data-card=pairing]")
      try await keyboard.press("I've saved this somewhere offline", with: .space)
      try await keyboard.press("Continue")
      try await page.wait(forText: "Pick one of these new accounts.")
      try await page.press(key: .tab)
      try await page.wait(untilTrue: "document.activeElement.innerText.startsWith('Account 1')")
      try await page.press(key: .enter)
      try await page.wait(untilTrue: "document.querySelectorAll('.words li').length >= 12")
      let words =
        try await page.evaluate("[...document.querySelectorAll('.words li')].map((li) => li.textContent)").array ?? []
      try await keyboard.press("I've saved this somewhere offline", with: .space)
      try await keyboard.press("Continue")
      for number in 1...3 {
        try await page.wait(untilTrue: "document.activeElement.id === 'phraseWord\(number)'")
        let label = try await visit.text("label[for=phraseWord\(number)]"),
          place = try #require(Int(label.filter(\.isNumber)))
        try await keyboard.type(try #require(words[place - 1].string))
        try await page.press(key: .enter)
      }
      try await keyboard.arrive(at: "Choose a user name for its account.", focusOn: "User name")
      try await keyboard.type("mirela")
      try await page.press(key: .enter)
      try await visit.isIn()
      try await keyboard.press("Sign out")
      try await page.wait(untilTrue: "location.pathname === '/'")
      try await page.go(to: visit.site.origin)
      try await keyboard.press("Sign in with a card")
      try await keyboard.arrive(at: "Card PIN", focusOn: "Card PIN")
      try await keyboard.type("482913")
      try await page.press(key: .enter)
      try await visit.isIn()
      try await page.expectQuietConsole()
    }
  }
}
