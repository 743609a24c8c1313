import Browser
import SimulatedCard

/// The page's screens for a card's life, each shown under its name: for pictures, and for checks of a single screen.
public struct CardScreens: Sendable {
  public typealias Show = @Sendable (_ name: String) async throws -> Void
  let visit: CardVisit
  let show: Show
  static let pin = "482913"
  var page: Page { visit.page }

  public init(_ visit: CardVisit, show: @escaping Show) { self.visit = visit; self.show = show }

  /// Goes from the first page to an account whose only way in is this card, which is blank at first.
  /// - Returns: The card's PUK.
  public func begin(with card: SimulatedCard) async throws -> String {
    try await visit.begin("Start with a card")
    try await see("How do you want to begin?", "card-begin")
    try await page.press("Make a new account on a card")
    try await see("Code from the terminal", "card-code")
    try await visit.meet()
    try await see("Put your card into the reader", "card-connect")
    visit.reader.insert(card)
    try await see("Choose a PIN for this card", "card-new-pin")
    try await visit.choosePIN(Self.pin)
    _ = try await visit.text("[data-card=pairing]")
    try await show("card-secrets")
    let puk = try await visit.writeSecretsDown()[0]
    try await see("Pick one of these new accounts.", "card-pick")
    try await page.click("button[value*=pick]")
    try await page.wait(untilTrue: "document.querySelectorAll('.words li').length >= 12")
    try await show("card-phrase")
    let words =
      try await page.evaluate("[...document.querySelectorAll('.words li')].map((li) => li.textContent)").array ?? []
    try await page.click("#phraseSaved")
    try await page.press("Continue")
    try await see("Type these three words", "card-phrase-back")
    try await visit.recall(words.compactMap(\.string))
    try await see("Choose a user name for its account.", "card-username")
    try await visit.nameAccount()
    try await visit.go(to: Room.card.path, until: "What to do with a card")
    try await page.run("document.querySelector('.card-acts').scrollIntoView({ block: 'center' })")
    try await show("card-room")
    return puk
  }

  /// Uses the card from Settings while signed in.
  public func use() async throws {
    try await visit.act("Status of a card")
    try await see("The card is in order.", "card-status")
    try await page.press("Give this computer's place back")
    try await see("Let this computer forget the card?", "card-give-back")
    try await visit.act("Name of a card")
    try await see("Type your card's PIN.", "card-pin")
    try await visit.enterPIN(Self.pin)
    try await see("The name is written on the card itself", "card-name")
    try await visit.answer("blue spare", to: "#name", pressing: "Save the name")
    try await page.wait(forText: "The card has its name.")
    try await visit.act("Change PUK")
    try await visit.enterPIN(Self.pin)
    try await see("Choose the card's new PUK", "card-change-puk")
    try await visit.act("Make a backup card")
    try await see("Type the card phrase of this account", "card-phrase-entry")
    try await visit.act("Factory reset of a card")
    try await see("Erase the card? Every key on it is gone.", "card-erase")
    try await sign()
  }

  private func sign() async throws {
    try await visit.act("Sign something with a card")
    try await see("What do you want to sign?", "card-sign")
    try await page.press("A message")
    try await see("Type the message to sign.", "card-sign-message")
    try await page.find("#message").type("The spare is at Ana's.")
    try await page.press("Continue")
    try await see("This is what your card signs.", "card-sign-review")
    try await page.press("Sign it")
    try await visit.enterPIN(Self.pin)
    try await see("Signed. Anybody can check it with the address.", "card-signed")
    try await page.press("Close")
    try await page.isIn(.card)
  }

  /// Signs out, types wrong PINs and a wrong PUK, and continues until the card is unblocked and the person is signed
  /// in.
  public func freeze(puk: String) async throws {
    try await visit.begin("Sign in with a card")
    try await visit.enterPIN("000000")
    try await see("2 tries left.", "card-two-tries")
    try await visit.enterPIN("000001")
    try await see("1 try left.", "card-last-try")
    try await visit.enterPIN("000002")
    try await see("The card is frozen.", "card-frozen")
    try await page.press("Use PUK")
    try await see("Type a new PIN twice, and the PUK.", "card-puk")
    try await visit.choose(Self.pin, for: "newPIN", pressing: nil)
    try await visit.answer("000000000000", to: "#puk")
    try await see("You need not type the new PIN again.", "card-puk-again")
    try await visit.answer(puk, to: "#puk")
    try await visit.isIn()
  }

  /// Shows every screen about something missing, with hands that know the page.
  public func miss() async throws {
    visit.reader.show(.noDaemon)
    try await visit.begin("Sign in with a card")
    try await see("The card service of this computer isn't running.", "card-no-service")
    visit.reader.show(.noReader)
    try await see("There is no card reader.", "card-no-reader")
  }

  private func see(_ sentence: String, _ name: String) async throws {
    try await page.wait(forText: sentence)
    try await show(name)
  }
}

extension CardVisit {
  public func go(to path: String, until sentence: String) async throws {
    try await page.go(to: site.origin + path)
    try await page.wait(forText: sentence)
  }
}
