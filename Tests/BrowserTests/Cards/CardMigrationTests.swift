import Browser
import Person
import SimulatedCard
import Testing

@testable import CardTests

/// A card added to an existing account, which keeps everything it had.
@Suite struct CardMigrationTests {
  /// After a sign-in with only the card, the journal can read what was written before.
  @Test("D-38 D-40: keys, code, journal and history are kept, and the card reads the journal")
  func keys() async throws {
    try await withCardVisit { visit in
      let page = visit.page, ring = try await KeyRing(for: visit.page, on: visit.site)
      try await ring.register()
      _ = try await ring.enroll()
      try await ring.openJournal(ring.yellow)
      try await ring.write("The spare is at Ana's.")
      let before = try await happened(visit)
      try await visit.act("Add a card")
      try await page.press("Confirm with your passkey")
      try await page.press("An empty card, with a new phrase")
      try await visit.meet()
      visit.reader.insert(SimulatedCard())
      try await visit.choosePIN("482913")
      _ = try await visit.writeSecretsDown()
      _ = try await visit.writePhraseDown()
      try await page.wait(forText: "The card is a way into your account now. Nothing else has changed.")
      for kept in ["yellow", "black", "Recovery code", "Journal and history"] { try await page.wait(forText: kept) }
      try await page.press("Back to Settings")
      try await page.isIn(.card)
      let after = try await happened(visit)
      #expect(after.suffix(before.count) == before && after.count == before.count + 1, "\(after)")
      try await page.enter(.keys)
      let rows =
        try await page.evaluate("[...document.querySelectorAll('.key-row h2')].map((e) => e.innerText)").array ?? []
      #expect(Set(rows.compactMap(\.string)).isSuperset(of: ["yellow", "black", "Keycard"]), "\(rows)")

      try await visit.signOut()
      try await ring.hold(nil)
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN("482913")
      try await visit.isIn()
      try await ring.start("journal", from: "/account")
      try await page.press("Confirm with your card")
      try await visit.enterPIN("482913")
      try await page.wait(forText: "Your journal is open in this page, and nowhere else.")
      try await page.wait(forText: "The spare is at Ana's.")
    }
  }

  /// The card signs in, and the password is kept.
  @Test("D-39 D-40 G-29: a card joins a password account; the password then also requires the card")
  func password() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      let page = visit.page, ring = try await KeyRing(for: visit.page, on: visit.site),
        password = "a password of some length"
      try await ring.register()
      try await page.go(to: ring.site.origin + "/account")
      try await page.setPassword(password)
      try await visit.act("Add a card")
      try await page.press("Confirm with your passkey")
      try await page.press("A card that is in use already")
      visit.reader.insert(try prepared.copy())
      try await visit.meet()
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "The card is a way into your account now.")
      try await visit.signOut()
      try await visit.begin("Sign in with a card")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.isIn()
      try await page.enter(.password)
      try await page.wait(forText: "Change the password")
      try await visit.signOut()
      try await ring.hold(nil)
      try await page.choose("Passkey login with password option", on: visit.site)
      try await page.press("Sign in")
      try await page.press("Password")
      try await page.type("mirela", into: "#username")
      try await page.type(password, into: "#password")
      try await page.press("Sign in")
      try await page.wait(forText: "Your password is right. This account has a card: sign in with it.")
      try await page.press("Sign in with a card")
      try await visit.enterPIN(PreparedCard.pin)
      try await visit.isIn()
    }
  }

  @Test("D-39: a signed-out person is asked to sign in first, and then adds the card")
  func signedOut() async throws {
    try await withCardVisit { visit in
      let page = visit.page, ring = try await KeyRing(for: visit.page, on: visit.site)
      try await ring.register()
      try await ring.signOut()
      try await page.go(to: visit.site.origin)
      try await page.run(
        """
        const form = document.createElement('form');
        [form.method, form.action] = ['post', '/start/card-migration'];
        document.body.append(form);
        form.submit();
        """)
      try await page.press("Sign in")
      try await page.wait(forText: "Sign in with a passkey")
      try await page.signInWithPasskey()
      try await page.isIn(.card)
      try await page.wait(forText: "Add a card")
    }
  }

  @Test("D-40: another account's card is rejected, and does not sign in") func taken() async throws {
    try await withHolder(try PreparedCard.withAccount.get()) { visit, _ in
      let page = visit.page
      try await visit.signOut()
      let ring = try await KeyRing(for: page, on: visit.site)
      try await ring.register("somebody")
      try await visit.act("Add a card")
      try await page.press("Confirm with your passkey")
      try await page.press("A card that is in use already")
      try await visit.enterPIN(PreparedCard.pin)
      try await page.wait(forText: "This card belongs to an account here already.")
      try await page.press("Settings")
      try await page.isIn(.card)
      try await page.enter(.keys)
      #expect(try await page.findAll(".key-row").count == 1)
    }
  }

  /// The account's history, newest first.
  private func happened(_ visit: CardVisit) async throws -> [String] {
    try await visit.page.enter(.activity)
    let codes =
      try await visit.page.evaluate("[...document.querySelectorAll('.audit-row')].map((e) => e.dataset.event)").array
      ?? []
    return codes.compactMap(\.string)
  }
}
