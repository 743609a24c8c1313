import Vocabulary
import Foundation
import Model
import Testing

@testable import Runner

/// A card as a way into an account, from its first signature to the journal and its removal.
@Suite struct CardTests {
  let keys = Keys()

  /// Both runs begin the same way.
  @Test("G-40 D-29: an unknown card creates an account and opens it; a known card signs in")
  func onboarding() async throws {
    var client = try await Client.withCard()
    try await client.onboard()
    let card = try #require(client.card)
    #expect(
      client.session.account != nil && client.session.credential?.rawValue == card.id
        && client.answer?.next == "/account")
    let rows = try await client.rows(), row = try #require(rows.ways.first)
    #expect(
      rows.ways.count == 1 && row.kind == .card && row.opens && row.label == "Keycard"
        && row.transports == [Way.smartCard])
    #expect(
      rows.events.prefix(2) == [.accountCreated, .masterKeyMade] && rows.events.last == .signedInWithCard && rows.g == 1
    )
    try await client.write("the first entry")
    let account = try client.account
    try await client.signOut()
    try await client.onboard()
    #expect(client.session.account == account)
    #expect(try await client.rows().ways.count == 1)
    #expect(try await client.readJournal() == ["the first entry"])
  }

  @Test("D-33: in one visit, a card's signature opens the session, and its key the Master Key")
  func login() async throws {
    var client = try await Client.withCard()
    try await client.onboard()
    let account = try client.account, before = try #require(try await client.cardRow())
    #expect(before.openedAt != nil && before.provedAt == before.openedAt, "its new wrap was opened at once")
    try await client.write("seen again")
    try await client.signOut()
    client.clock.advance(3600)
    try await client.signInWithCard()
    #expect(client.session.account == account && client.answer?.next == "/account" && client.reports.last == .opened)
    #expect(try await client.readJournal() == ["seen again"])
    #expect(try await client.events().last == .signedInWithCard)
    let after = try #require(try await client.cardRow()), signed = try #require(after.proofs[.signed])
    #expect(signed > before.createdAt && after.openedAt.map { $0 >= signed } == true)
  }

  @Test("a card that belongs to no account here signs nothing, and the page offers to set one up")
  func unknown() async throws {
    var client = try await Client.withCard()
    try await client.signInWithCard()
    #expect(client.session.account == nil && client.card?.signed.isEmpty == true && client.choices.contains("setUp"))
  }

  @Test("a taken name is reported before the card signs, and no account is changed") func taken() async throws {
    var client = try await Client.withCard()
    try await client.onboard()
    var other = try await client.another()
    other.card = try PlayedCard()
    try await other.onboard()
    #expect(other.session.account == nil && other.choices.contains("register") && other.card?.signed.isEmpty == true)
    #expect(try await other.cardRow() == nil)
    try await other.press("register", ["username": "ilinca"])
    #expect(other.session.account != client.session.account)
  }

  @Test("D-38 D-40: a card added to an existing account opens it, and nothing in it is lost")
  func added() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    try await client.write("kept")
    let before = try await client.rows()
    client.card = try PlayedCard()
    try await client.addCard(confirmedBy: keys.yellow)
    let rows = try await client.rows(), row = try #require(try await client.cardRow())
    #expect(row.opens && row.account == client.session.account && row.run == nil)
    #expect(
      rows.ways.filter { $0.kind != .card }.map(\.id) == before.ways.map(\.id) && rows.journal == before.journal
        && rows.g == before.g)
    #expect(rows.events.starts(with: before.events) && rows.events.last == .cardAdded)
    try await client.signOut()
    try await client.signInWithCard()
    #expect(try await client.readJournal() == ["kept"])
    try await client.signOut()
    client.key = keys.laptop
    try await client.signIn()
    try await client.openJournal(keys.black)
    #expect(try await client.readJournal() == ["kept"], "and every key still does what it did")
  }

  @Test("a card confirms changes to its own account, as a key does, and to no other") func change() async throws {
    var client = try await Client.withCard()
    try await client.onboard()
    try await client.start(.journal)
    try await client.press("opening.useCard")
    try await client.enterCard()
    #expect(client.isJournalOpen && client.card?.signed.count == 2)
    var other = try await client.another()
    try await other.register("robin", keys)
    other.card = client.card
    try await other.start(.journal)
    if other.choices.contains("opening.useCard") {
      try await other.press("opening.useCard")
      try await other.enterCard()
    }
    #expect(!other.isJournalOpen)
  }

  @Test("a card that already belongs to an account cannot be added to another") func belongs() async throws {
    var client = try await Client.withCard()
    try await client.onboard()
    let row = try await client.cardRow()
    var other = try await client.another()
    try await other.register("robin", keys)
    other.card = client.card
    try await other.addCard(confirmedBy: keys.laptop)
    #expect(try await other.cardRow() == row)
    #expect(try await other.rows().ways.allSatisfy { $0.kind == .key })
  }

  @Test("a removed card no longer signs in, and its wrap is gone") func revoked() async throws {
    var (client, _) = try await Client.enrolled(keys)
    client.card = try PlayedCard()
    try await client.addCard(confirmedBy: keys.yellow)
    let id = KeyID(rawValue: try #require(client.card?.id))
    try await client.revoke(id, with: keys.yellow)
    let row = try #require(try await client.cardRow())
    #expect(row.revokedAt != nil && row.sealed == nil)
    #expect(try await client.rows().g == 2, "what is written from now on is closed to it")
    try await client.signOut()
    try await client.signInWithCard()
    #expect(client.session.account == nil && client.card?.signed.count == 1, "it signed to be added, and never again")
    client.key = keys.yellow
    try await client.signIn()
    try await client.addCard(confirmedBy: keys.yellow)
    #expect(try await client.cardRow()?.opens == true, "who has it in the hand can add it again")
  }

  @Test("a rehearsal card works, but counts neither as a second factor nor as a way back in")
  func rehearsal() async throws {
    var client = try await Client.withCard(isRehearsal: true)
    try await client.register("mirela", keys)
    try await client.start(.passwordSetting); try await client.press("confirm"); try await client.touch()
    try await client.press("save", ["new-password": PasswordTests.password])
    try await client.addCard(confirmedBy: keys.laptop)
    let row = try #require(try await client.cardRow())
    #expect(row.isRehearsal && row.label == "Rehearsal card")
    try await client.signOut()
    try await client.signInWithCard()
    #expect(client.session.account == row.account)
    let laptop = try #require(try await client.rows().ways.first { $0.kind == .key })
    try await client.start(.revocation, about: laptop.id)
    #expect(client.answer?.screen.says.first?.id == "revoke.last", "it would be the last that counts")
    #expect(!client.choices.contains("lost"))
    try await client.signOut()
    try await PasswordTests.signIn(&client, "mirela", PasswordTests.password)
    #expect(client.session.account == row.account, "a password asks for no card that is only played")
  }

  @Test("G-29: on an account with a card, the password by itself opens nothing") func secondFactor() async throws {
    var client = try await Client.withCard()
    try await client.register("mirela", keys)
    try await client.start(.passwordSetting); try await client.press("confirm"); try await client.touch()
    try await client.press("save", ["new-password": PasswordTests.password])
    try await client.addCard(confirmedBy: keys.laptop)
    try await client.signOut()
    try await PasswordTests.signIn(&client, "mirela", PasswordTests.password)
    #expect(client.session.account == nil && client.answer?.screen.says.first?.id == "G-29.card")
    try await client.press("useCard")
    try await client.goOn()
    try await client.enterCard()
    #expect(client.session.account != nil && client.session.credential?.rawValue == client.card?.id)
  }
}
