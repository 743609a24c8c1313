import Browser
import Person
import Testing

@testable import CardTests

/// A page hosted elsewhere: the browser guards access to this computer, and the hands ask before they sign or change
/// anything.
@Suite struct CardHostedPageTests {
  /// A refusal is explained, and the page continues once the refusal is revoked.
  @Test("the browser's permission prompt appears only after a press on a screen that explains why")
  func permission() async throws {
    try await withCardVisit(.hosted) { visit in
      let page = visit.page
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "Your card is at this computer, so this page must be let through to it.")
      #expect(try await state(page) == "prompt")
      // A browser without a window answers its question itself, with no: if it had been asked before the press, that
      // answer would be shown.
      try await page.press("Find my card reader")
      try await page.wait(forText: "Your browser was told not to let this page reach this computer.")
      #expect(try await state(page) == "denied")
      try await page.set("granted", for: "loopback-network", of: visit.site.origin)
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
    }
  }

  /// The words shown in the meantime remain.
  @Test("after a dismissed permission prompt, a new one appears only when the person presses again")
  func wavedAway() async throws {
    try await withCardVisit(.hosted) { visit in
      let page = visit.page
      // A browser says this if its question was closed without an answer. One without a window always answers.
      try await page.addScriptOnNewDocument(
        """
        const query = navigator.permissions.query;
        navigator.permissions.query = function (name) {
          window.queries = (window.queries ?? 0) + 1;
          return window.isAnswered ? query.call(this, name) : Promise.resolve({ state: 'prompt' });
        };
        """)
      try await visit.begin("Sign in with a card")
      try await page.press("Find my card reader")
      try await page.wait(forText: "Nothing on this computer lends its card reader to this page.")
      try await page.wait(untilTrue: "!navigator.userActivation.isActive")  // the press no longer counts
      try await page.run("window.queries = 0")
      try await page.wait(untilTrue: "window.queries > 2")  // and the page has looked again since
      #expect(try await page.text.contains("Nothing on this computer lends its card reader to this page."))
      try await page.set("granted", for: "loopback-network", of: visit.site.origin)
      try await page.run("window.isAnswered = true")
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
    }
  }

  @Test("the hands show what a hosted page requests and do only what the person allows")
  func confirmation() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(.hosted, pairings: try prepared.pairings()) { visit in
      let page = visit.page, hands = visit.hands, card = try prepared.copy()
      visit.reader.insert(card)
      try await page.set("granted", for: "loopback-network", of: visit.site.origin)
      try await visit.begin("Start with a card")
      try await page.press("Use a card that has an account")
      try await visit.meet()
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.answer("mirela", to: "#username", pressing: "Create the account")
      try await page.wait(forText: "You said no at this computer, so nothing was done.")
      let request = try #require(hands.confirmations.asked.last)
      #expect(request.origin == visit.site.origin && request.purpose == "make an account with your card")
      hands.confirmations.say(true)
      try await page.press("Try again")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.nameAccount()
      let allowed = ["make an account with your card", "take from your card what opens your journal"]
      #expect(hands.confirmations.asked.map(\.purpose.english).suffix(2) == allowed)
    }
  }

  private func state(_ page: Page) async throws -> String? {
    try await page.evaluate("(await navigator.permissions.query({ name: 'loopback-network' })).state").string
  }
}

extension Page {
  /// Sets a permission in the browser, as the person does in the settings next to the address.
  fileprivate func set(_ setting: String, for permission: String, of origin: String) async throws {
    try await cdp(
      "Browser.setPermission",
      ["permission": ["name": .string(permission)], "setting": .string(setting), "origin": .string(origin)])
  }
}
