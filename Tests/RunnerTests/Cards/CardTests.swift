import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

/// A card as a way into an account: from its first signature to the journal, and until it is taken out.
@Suite struct CardTests {
  let keys = Keys()

  @Test("G-40 D-29: a card that nobody knows here makes an account, which it opens at once; known, it signs in from the same beginning")
  func onboarding() async throws {
    var desk = try await Desk.withCard()
    try await desk.onboard()
    let card = try #require(desk.card)
    #expect(desk.session.account != nil && desk.session.credential?.rawValue == card.id && desk.answer?.next == "/account")
    let rows = try await desk.rows(), row = try #require(rows.ways.first)
    #expect(rows.ways.count == 1 && row.kind == .card && row.opens && row.label == "Keycard" && row.transports == [DeviceWrap.smartCard])
    #expect(rows.events.prefix(2) == [.accountCreated, .masterKeyMade] && rows.events.last == .signedInWithCard && rows.g == 1)
    try await desk.write("the first entry")
    let account = try desk.account
    try await desk.signOut()
    try await desk.onboard()
    #expect(desk.session.account == account)
    #expect(try await desk.rows().ways.count == 1)
    #expect(try await desk.readJournal() == ["the first entry"])
  }

  @Test("D-33: a card's signature opens the session, and in the same visit what it holds opens the Master Key") func login() async throws {
    var desk = try await Desk.withCard()
    try await desk.onboard()
    let account = try desk.account, before = try await desk.cardRow()
    try await desk.write("seen again")
    try await desk.signOut()
    desk.clock.advance(3600)
    try await desk.signInWithCard()
    #expect(desk.session.account == account && desk.answer?.next == "/account" && desk.reports.last == .opened)
    #expect(try await desk.readJournal() == ["seen again"])
    #expect(try await desk.events().last == .signedInWithCard)
    #expect(try #require(try await desk.cardRow()?.provedAt) > #require(before?.provedAt))
  }

  @Test("a card that belongs to no account here signs nothing, and is told from one that does") func unknown() async throws {
    var desk = try await Desk.withCard()
    try await desk.signInWithCard()
    #expect(desk.session.account == nil && desk.card?.signed.isEmpty == true && desk.choices.contains("setUp"))
  }

  @Test("a name that is taken is said before the card signs, and nobody's account is touched") func taken() async throws {
    var desk = try await Desk.withCard()
    try await desk.onboard()
    var other = try await desk.another()
    other.card = try PlayedCard()
    try await other.onboard()
    #expect(other.session.account == nil && other.choices.contains("register") && other.card?.signed.isEmpty == true)
    #expect(try await other.cardRow() == nil)
    try await other.press("register", ["username": "ilinca"])
    #expect(other.session.account != desk.session.account)
  }

  @Test("D-38 D-40: a card is added to an account that stands: it opens from then on, and nothing that was there is lost") func added() async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    try await desk.openJournal(keys.yellow)
    try await desk.write("kept")
    let before = try await desk.rows()
    desk.card = try PlayedCard()
    try await desk.addCard(confirmedBy: keys.yellow)
    let rows = try await desk.rows(), row = try #require(try await desk.cardRow())
    #expect(row.opens && row.account == desk.session.account && row.run == nil)
    #expect(rows.ways.filter { $0.kind != .card }.map(\.id) == before.ways.map(\.id) && rows.journal == before.journal && rows.g == before.g)
    #expect(rows.events.starts(with: before.events) && rows.events.last == .cardAdded)
    try await desk.signOut()
    try await desk.signInWithCard()
    #expect(try await desk.readJournal() == ["kept"])
    try await desk.signOut()
    desk.key = keys.laptop
    try await desk.signIn()
    try await desk.openJournal(keys.black)
    #expect(try await desk.readJournal() == ["kept"], "and every key still does what it did")
  }

  @Test("a card confirms a change of its account as a key does, and of no other account") func change() async throws {
    var desk = try await Desk.withCard()
    try await desk.onboard()
    try await desk.start(.journal)
    try await desk.press("opening.useCard")
    try await desk.enterCard()
    #expect(desk.isJournalOpen && desk.card?.signed.count == 2)
    var other = try await desk.another()
    try await other.register("robin", keys)
    other.card = desk.card
    try await other.start(.journal)
    if other.choices.contains("opening.useCard") {
      try await other.press("opening.useCard")
      try await other.enterCard()
    }
    #expect(!other.isJournalOpen)
  }

  @Test("a card that belongs to an account already is not added to another") func belongs() async throws {
    var desk = try await Desk.withCard()
    try await desk.onboard()
    let row = try await desk.cardRow()
    var other = try await desk.another()
    try await other.register("robin", keys)
    other.card = desk.card
    try await other.addCard(confirmedBy: keys.laptop)
    #expect(try await other.cardRow() == row)
    #expect(try await other.rows().ways.allSatisfy { $0.kind == .key })
  }

  @Test("a card that was taken out signs in no more, and its wrap is gone") func revoked() async throws {
    var (desk, _) = try await Desk.enrolled(keys)
    desk.card = try PlayedCard()
    try await desk.addCard(confirmedBy: keys.yellow)
    let id = KeyID(rawValue: try #require(desk.card?.id))
    try await desk.revoke(id, with: keys.yellow)
    let row = try #require(try await desk.cardRow())
    #expect(row.revokedAt != nil && row.sealed == nil)
    #expect(try await desk.rows().g == 2, "what is written from now on is closed to it")
    try await desk.signOut()
    try await desk.signInWithCard()
    #expect(desk.session.account == nil && desk.card?.signed.count == 1, "it signed to be added, and never again")
    desk.key = keys.yellow
    try await desk.signIn()
    try await desk.addCard(confirmedBy: keys.yellow)
    #expect(try await desk.cardRow()?.opens == true, "who has it in the hand can add it again")
  }

  @Test("a rehearsal card works, and never counts: not as a second factor, not as a way back in") func rehearsal() async throws {
    var desk = try await Desk.withCard(isRehearsal: true)
    try await desk.register("mirela", keys)
    try await desk.start(.passwordSetting); try await desk.press("confirm"); try await desk.touch()
    try await desk.press("save", ["new-password": PasswordTests.password])
    try await desk.addCard(confirmedBy: keys.laptop)
    let row = try #require(try await desk.cardRow())
    #expect(row.isRehearsal && row.label == "Rehearsal card")
    try await desk.signOut()
    try await desk.signInWithCard()
    #expect(desk.session.account == row.account)
    let laptop = try #require(try await desk.rows().ways.first { $0.kind == .key })
    try await desk.start(.revocation, about: laptop.id)
    try await desk.press("lost"); try await desk.press("opening.useCard")
    try await desk.enterCard()
    #expect(try await desk.rows().ways.contains { $0.id == laptop.id && $0.revokedAt == nil }, "it would be the last that counts")
    try await desk.signOut()
    try await PasswordTests.signIn(&desk, "mirela", PasswordTests.password)
    #expect(desk.session.account == row.account, "a password asks for no card that is only played")
  }

  @Test("G-29: with a card, the password alone opens nothing") func secondFactor() async throws {
    var desk = try await Desk.withCard()
    try await desk.register("mirela", keys)
    try await desk.start(.passwordSetting); try await desk.press("confirm"); try await desk.touch()
    try await desk.press("save", ["new-password": PasswordTests.password])
    try await desk.addCard(confirmedBy: keys.laptop)
    try await desk.signOut()
    try await PasswordTests.signIn(&desk, "mirela", PasswordTests.password)
    #expect(desk.session.account == nil && desk.answer?.screen.says.first?.id == "G-29.card")
    try await desk.press("useCard")
    try await desk.goOn()
    try await desk.enterCard()
    #expect(desk.session.account != nil && desk.session.credential?.rawValue == desk.card?.id)
  }
}
