import Browser

/// The steps that a person takes with a card, each defined once.
extension CardVisit {
  /// Presses a button on the first page.
  public func begin(_ button: String) async throws {
    try await page.go(to: site.origin)
    try await page.press(button)
  }
  /// Presses a button in the room for cards.
  public func act(_ button: String) async throws {
    try await page.go(to: site.origin + Room.card.path)
    try await page.press(button)
    try await page.wait(untilTrue: "location.pathname.startsWith('/flow/')")
  }
  /// Pairs the page with the hands, using the code that the hands show.
  public func meet() async throws { try await answer(hands.codes.shown, to: "#handsCode") }

  /// Fills in a field once it appears, and continues.
  public func answer(_ text: String, to field: String, pressing button: String = "Continue") async throws {
    _ = try await page.find(field)
    try await page.type(text, into: field)
    try await page.press(button)
  }
  public func enterPIN(_ pin: String) async throws { try await answer(pin, to: "#pin") }
  /// Chooses a new value and types it twice; on small screens, the two fields appear one after the other.
  public func choose(_ value: String, for field: String, pressing button: String? = "Continue") async throws {
    _ = try await page.find("#\(field)Again")
    try await page.type(value, into: "#\(field)")
    if try await page.evaluate("!!document.querySelector('[data-turn-to=second]')?.checkVisibility()") == true {
      try await page.press("Next")
    }
    try await page.type(value, into: "#\(field)Again")
    if let button { try await page.press(button) }
  }
  public func choosePIN(_ pin: String) async throws { try await choose(pin, for: "newPIN") }

  /// Pastes a card's whole phrase and continues.
  public func enterPhrase(_ phrase: String) async throws {
    try await page.wait(
      untilTrue: "document.querySelectorAll('[data-card-phrase-entry] .word-entry input').length >= 12")
    try await page.run(
      """
      const field = document.querySelector('[data-card-phrase-entry] .word-entry input'), data = new DataTransfer();
      data.setData('text/plain', arguments[0]);
      field.focus();
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      """, .string(phrase))
    try await page.wait(untilTrue: "document.querySelector('[data-card-phrase-entry]').dataset.ready !== undefined")
    try await page.press("Continue")
  }

  /// The text of an element, once it has any.
  public func text(_ css: String) async throws -> String {
    try await page.wait(untilTrue: "!!document.querySelector('\(css)')?.textContent")
    return try await page.evaluate("document.querySelector('\(css)').textContent").string ?? ""
  }
  /// Writes down a card's new PUK and pairing password.
  public func writeSecretsDown() async throws -> [String] {
    let secrets = [try await text("[data-card=puk]"), try await text("[data-card=pairing]")]
    try await page.click("#secretsSaved")
    try await page.press("Continue")
    return secrets
  }
  /// Chooses one of the accounts that the card generated, and writes down its words.
  public func writePhraseDown() async throws -> [String] {
    try await page.click("button[value*=pick]")
    try await page.wait(untilTrue: "document.querySelectorAll('.words li').length >= 12")
    let words =
      try await page.evaluate("[...document.querySelectorAll('.words li')].map((li) => li.textContent)").array ?? []
    try await page.click("#phraseSaved")
    try await page.press("Continue")
    let phrase = words.compactMap(\.string)
    try await recall(phrase)
    return phrase
  }
  /// Types the requested words of the written phrase.
  public func recall(_ phrase: [String]) async throws {
    try await page.wait(untilTrue: "!!document.querySelector('#phraseWord3')")
    for number in 1...3 {
      let label = try await text("label[for=phraseWord\(number)]")
      guard let place = Int(label.filter(\.isNumber)), phrase.indices.contains(place - 1) else {
        throw UnknownWord(label: label)
      }
      try await page.type(phrase[place - 1], into: "#phraseWord\(number)")
    }
    try await page.press("Continue")
  }
  /// The error thrown when the page asks for a word that is not on the paper.
  public struct UnknownWord: Error { public var label: String }

  public func isIn(as name: String = "mirela") async throws { try await page.wait(forText: "You're in, \(name).") }
  public func nameAccount(_ name: String = "mirela") async throws {
    try await answer(name, to: "#username", pressing: "Create the account")
    try await isIn(as: name)
  }
  /// Creates an account whose only way in is the card in the reader, with hands that have not met the page yet.
  public func makeAccount(pin: String) async throws {
    try await begin("Start with a card")
    try await page.press("Use a card that has an account")
    try await meet()
    try await enterPIN(pin)
    try await nameAccount()
  }
  public func signOut() async throws {
    try await page.go(to: site.origin + "/account")
    try await page.signOutHere()
  }
}
